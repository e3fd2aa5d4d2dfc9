import { expect, type Page, type Request } from "@playwright/test";
import { formatHandOffLink } from "../../lib/domain/submissions/intake/hand-off.ts";
import { getPathname, type Href } from "../../lib/i18n/paths.ts";
import { expectValues, toAnswers } from "../support/form-values.ts";
import { expectAccessible } from "../support/page-axe.ts";
import {
  answersFor,
  buttons,
  expectInquirySent,
  expectStep,
  expectVerdict,
  fillFields,
  type Locale,
  listEvaluations,
  listInquiries,
  newInquiry,
  newPerson,
  newProject,
  open,
  readStorage,
  type Texts,
  test,
  texts,
  waitForScript,
} from "../support/site.ts";

const assistant = "Asistente 漢字 & Co.";

function makeLink(locale: Locale, href: Href, values: Texts): string {
  return formatHandOffLink(getPathname({ href, locale }), { values, assistant });
}

const newValues = (): Texts => ({ ...toAnswers(answersFor.qualified), ...newProject(), ...newPerson() });

/** Records all requests of a page, each as URL, headers and body. */
function recordRequests(page: Page): string[] {
  const sent: string[] = [];
  const record = (request: Request) =>
    sent.push(
      decodeURIComponent(request.url().replaceAll("+", " ").split("#")[0] ?? ""),
      JSON.stringify(request.headers()),
      request.postData() ?? "",
    );
  page.on("request", record);
  return sent;
}

function expectValuesUnsent(sent: string[], personal: string[]): void {
  expect(sent.filter((text) => personal.some((value) => text.includes(value)))).toEqual([]);
}

const getNote = (page: Page) => page.locator("#hand-off");

test("opens an evaluation prefilled by an assistant's link, and names the assistant", async ({ page }) => {
  const locale = "en";
  const sent = recordRequests(page);
  const values = newValues();
  await page.goto(makeLink(locale, "/evaluation", values));
  await expectStep(page, "check");
  await expect(getNote(page)).toContainText(assistant);
  await expect(getNote(page)).toBeInViewport({ ratio: 1 });
  await expectValues(page, values);
  const main = page.getByRole("main");
  const personal = ["name", "email", "company", "phone", "role"].map((name) => values[name] ?? "");
  for (const value of personal) await expect(main).toContainText(value);
  await expectAccessible(page);
  const { projectDescription = "" } = values;
  expectValuesUnsent(sent, [projectDescription, ...personal]);
  expect(page.url()).not.toContain("=");
  expect(await page.evaluate(() => localStorage.getItem("first-touch"))).not.toContain("assistant");

  await page.reload();
  await expect(getNote(page)).toContainText(assistant);
  await buttons.send(page, locale).click();
  await expectVerdict(page, locale);
  expect(await listEvaluations(values.email ?? "")).toEqual([
    expect.objectContaining({
      channel: "web",
      assisted_by: assistant,
      agent_name: null,
      answers: answersFor.qualified,
      name: values.name,
      text: projectDescription,
      landing_page: getPathname({ href: "/evaluation", locale }),
    }),
  ]);
});

test("replaces the person's own input only after the person agrees", async ({ page }) => {
  const locale = "es";
  const t = texts[locale];
  const sent = recordRequests(page);
  const own: Texts = { ...newInquiry(), name: "Yo Misma" };
  await open(page, locale, "/contact");
  await fillFields(page, own);
  const values = newInquiry();
  await page.goto("/api/healthz");
  await page.goto(makeLink(locale, "/contact", values));
  await waitForScript(page);
  await expect(getNote(page)).toContainText(t("handOff.take"));
  await expect(page.locator("#message")).toHaveValue(own.message ?? "");
  await page.getByRole("button", { name: t("handOff.keep") }).click();
  await expect(getNote(page)).toHaveCount(0);
  await expect(page.locator("#email")).toHaveValue(own.email ?? "");
  expect(await readStorage(page)).not.toContain(assistant);

  await page.goto("/api/healthz");
  await page.goto(makeLink(locale, "/contact", values));
  await waitForScript(page);
  await page.getByRole("banner").locator("a[hreflang]").click();
  await page.getByRole("button", { name: texts.en("handOff.take") }).waitFor();
  await page.getByRole("banner").locator("a[hreflang]").click();
  await page.getByRole("button", { name: t("handOff.take") }).click();
  await expect(page.locator("#email")).toHaveValue(values.email ?? "");
  await expect(getNote(page)).toContainText(assistant);
  expectValuesUnsent(sent, [values.email ?? ""]);
  await fillFields(page, { name: "Otra Persona" });
  await buttons.sendInquiry(page, locale).click();
  await expectInquirySent(page, locale);
  expect(await listInquiries(values.email ?? "")).toEqual([
    expect.objectContaining({ channel: "web", assisted_by: assistant, name: "Otra Persona", text: values.message }),
  ]);
  expect(await listInquiries(own.email ?? "")).toEqual([]);
});

test("opens the first step that an assistant's link leaves empty", async ({ page }) => {
  await open(page, "en", "/evaluation");
  await page.locator("form").getByRole("radio").first().check();
  await expectStep(page, "campaign_frequency");
  const { budget: _, ...values } = newValues();
  await page.goto("/api/healthz");
  await page.goto(makeLink("en", "/evaluation", values));
  await page.getByRole("button", { name: texts.en("handOff.take") }).click();
  await expectStep(page, "budget");
  await expect(getNote(page)).toContainText(assistant);
  expect(await readStorage(page)).toContain(values.marketing_team);
  await page.getByRole("button", { name: texts.en("form.startOver") }).click();
  await page.getByRole("button", { name: texts.en("form.startOverYes") }).click();
  await expectStep(page, "marketing_team");
  await expect(getNote(page)).toHaveCount(0);
  expect(await readStorage(page)).not.toContain("Asistente");
});

test("fills in the values of an assistant's link that is followed on the open page", async ({ page }) => {
  await open(page, "en", "/contact");
  const values = newInquiry();
  const fragment = makeLink("en", "/contact", values).split("#")[1] ?? "";
  await page.evaluate((hash) => window.location.assign(`#${hash}`), fragment);
  await expect(page.locator("#email")).toHaveValue(values.email ?? "");
  await expect(getNote(page)).toContainText(texts.en("handOff.prepared", { hasName: "no" }));
});

test("fills in only the valid values of a hostile link", async ({ page }) => {
  const html = '"><img src=x onerror="window.isRun = true">';
  const values = { name: html, email: "javascript:window.isRun=true", message: `${html} as a question` };
  const link = formatHandOffLink("/en/contact", { values, assistant: "<script>window.isRun = true</script>" });
  await page.goto(`${link}&%=x&website=x&__proto__=x&name=%E0%A4%A`);
  await expect(page.locator("#message")).toHaveValue(values.message);
  for (const name of ["name", "email"]) await expect(page.locator(`#${name}`)).toHaveValue("");
  await expect(page.locator("#hand-off bdi")).toHaveText("<script>window.isRun = true</script>");
  expect(await page.evaluate(() => "isRun" in window)).toBe(false);
  await expect(page).toHaveURL("/en/contact");
});

test("sends an empty form without a note about the assistant, which only the script can fill in", async ({
  request,
}) => {
  const html = await (await request.get(makeLink("en", "/evaluation", newValues()))).text();
  expect(html).toMatch(/<input[^>]* name="name"/);
  expect(html).not.toMatch(/<input[^>]* (checked|value="Luc)|id="hand-off"/);
});
