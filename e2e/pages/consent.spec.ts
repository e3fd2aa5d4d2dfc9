import { expect, type Page } from "@playwright/test";
import { toPlainName } from "../../lib/domain/plain-text.ts";
import { privacyNoticeVersion } from "../../lib/domain/submissions/core/promises.ts";
import { formatReference } from "../../lib/domain/submissions/core/submission-ref.ts";
import { getPathname } from "../../lib/i18n/paths.ts";
import { readConsentState, storeAgentSubmission, toConsentLink } from "../support/consent-links.ts";
import { expectAccessible } from "../support/page-axe.ts";
import { formatNoticeVersion, getLanguageLink, type Locale, readStorage, test, texts } from "../support/site.ts";
import { contactEndpoint, evaluateEndpoint } from "../support/submissions.ts";
import { query, readId } from "../support/test.ts";

const untouched = { confirmed: false, version: null, withdrawn: false, revision: 0, links: ["confirm", "withdraw"] };
const confirmed = {
  ...untouched,
  confirmed: true,
  version: privacyNoticeVersion,
  revision: 1,
  links: ["withdraw"],
};

const getButton = (page: Page, locale: Locale, purpose: "confirm" | "withdraw") =>
  page.getByRole("button", { name: texts[locale](`consent.${purpose}.button`), exact: true });

async function expectConsentChanged(page: Page, locale: Locale, change: "confirmed" | "withdrawn"): Promise<void> {
  await page.waitForURL(`**${getPathname({ href: "/consent/done", locale })}?done=${change}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(texts[locale](`consent.${change}.title`));
}

async function expectUnusableLink(page: Page, locale: Locale): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(texts[locale]("consent.unusable.title"));
  await expect(page.getByText(texts[locale]("consent.unusable.text"))).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "hello@example.com" })).toBeVisible();
}

test("shows a person an agent's claim as text, and lets them confirm it", async ({ page }) => {
  const locale = "en";
  const t = texts[locale];
  const agentName = `Asistente <b>Uno</b>\n\nhttps://evil.example ${"W".repeat(70)}`;
  const agent = await storeAgentSubmission("evaluation", { agentName });
  await page.goto(toConsentLink(locale, agent.tokens.confirm));
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText(t("consent.confirm.title"));
  await expect(main).toContainText(`“${toPlainName(agentName)}” sent us a project in your name`);
  await expect(main.locator("dd").first()).toHaveText(formatReference(agent));
  await expect(main.locator("dd time")).toHaveAttribute("datetime", /^\d{4}-\d\d-\d\dT/);
  await expect(main).toContainText(formatNoticeVersion(privacyNoticeVersion, locale));
  await expect(main.locator('input[name="noticeVersion"]')).toHaveValue(privacyNoticeVersion);
  await expect(main.getByRole("link")).toHaveAttribute("href", getPathname({ href: "/privacy", locale }));
  await expectAccessible(page);
  await getButton(page, locale, "confirm").click();
  await expectConsentChanged(page, locale, "confirmed");
  expect(await readConsentState(agent)).toEqual(confirmed);
});

test("links from a temporary error back to the consent link, but not for a malformed token", async ({ page }) => {
  const { tokens } = await storeAgentSubmission("evaluation");
  const refused = getPathname({ href: "/consent/refused", locale: "en" });
  await page.goto(`${refused}?problem=rate_limited&minutes=8&token=${tokens.confirm}`);
  await expect(page.getByText(texts.en("consent.refused.rateLimited", { minutes: 8 }))).toBeVisible();
  await page.getByRole("link", { name: texts.en("consent.refused.retry") }).click();
  await expect(getButton(page, "en", "confirm")).toBeVisible();
  await page.goto(`${refused}?problem=unavailable&token=${encodeURIComponent("x&done=1//evil.example")}`);
  await expect(page.getByText(texts.en("consent.refused.openAgain"))).toBeVisible();
  await expect(page.getByRole("main").getByRole("link")).toHaveCount(0);
});

test("shows no verdict or confirmation once a submission is withdrawn", async ({ request, client }) => {
  for (const [{ path, kind, valid }, href, title] of [
    [evaluateEndpoint, "/evaluation/result", "verdict.title"],
    [contactEndpoint, "/contact/sent", "contact.title"],
  ] as const) {
    const { headers, json } = await client.post(path, valid());
    const change = "UPDATE submissions SET consent_withdrawn_at = now() WHERE kind = $1 AND id = $2";
    await query(change, [kind, readId(json)]);
    const receipt = headers.get("submission-receipt");
    for (const [rest, text] of [
      [`?receipt=${receipt}`, texts.en("verdict.erased")],
      ["", texts.en(kind === "evaluation" ? "verdict.gone" : "contact.gone")],
    ]) {
      const html = await (await request.get(getPathname({ href, locale: "en" }) + rest)).text();
      expect(html).toContain(text);
      expect(html).toContain(`<title>${texts.en(title)} · Encaje</title>`);
    }
  }
});

test("says on the consent result page that nothing was done if its query is not valid", async ({ request }) => {
  for (const query of ["", "?done=confirmed&done=withdrawn", "?done=__proto__"]) {
    const response = await request.get(getPathname({ href: "/consent/done", locale: "es" }) + query);
    expect(await response.text()).toContain(texts.es("consent.nothingDone"));
  }
});

test("neither stores a consent token in the browser nor sends it to other pages", async ({ page }) => {
  const { tokens } = await storeAgentSubmission("evaluation");
  await page.goto(toConsentLink("en", tokens.confirm));
  await expect(page).toHaveTitle(/^Your consent · /);
  expect(await readStorage(page)).not.toContain(tokens.confirm);
  expect(await readStorage(page)).toContain("/en/consent");
  const asked = page.waitForRequest("**/en/privacy");
  await page.getByRole("main").getByRole("link").click();
  expect((await (await asked).allHeaders()).referer).toBeUndefined();
  await page.waitForURL("**/en/privacy");
  expect(await page.evaluate(() => document.referrer)).toBe("");
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("lets a person confirm, switch the language, and withdraw without script", async ({ page, tolerate }) => {
    tolerate(/^Failed to load resource.*404/);
    const agent = await storeAgentSubmission("inquiry");
    await page.goto(toConsentLink("en", agent.tokens.confirm));
    await getLanguageLink(page, "es").click();
    await page.waitForURL(`**${toConsentLink("es", agent.tokens.confirm)}`);
    await getButton(page, "es", "confirm").click();
    await expectConsentChanged(page, "es", "confirmed");
    expect(await readConsentState(agent)).toEqual(confirmed);
    await page.goto(toConsentLink("en", agent.tokens.withdraw));
    await getButton(page, "en", "withdraw").click();
    await expectConsentChanged(page, "en", "withdrawn");
    expect(await readConsentState(agent)).toEqual({ ...confirmed, withdrawn: true, revision: 2, links: [] });
    await page.goBack();
    await expectUnusableLink(page, "en");
  });
});
