import { expect } from "@playwright/test";
import { getPathname } from "../../lib/i18n/paths.ts";
import { expectStep, open, replyTimes, test, texts } from "../support/site.ts";

const routes = ["qualified", "review", "redirect"] as const;
const faq = ["reader", "data", "cost", "pause", "unsure"] as const;

const locale = "es";
const t = texts[locale];

test("explains the possible results before the first question", async ({ page }) => {
  await open(page, locale, "/evaluation");
  const main = page.getByRole("main");
  await expect(main.getByText(t("evaluationStart.lead"))).toBeVisible();
  // The keys are shown only where they work: on the first question, once it has the focus.
  await expect(main.getByText(t("evaluation.hintKeys"))).toBeHidden();
  const assistants = main.getByRole("region", { name: t("forAssistants.title") });
  await expect(assistants).toBeVisible();
  for (const route of routes) {
    const result = main.getByRole("listitem").filter({ hasText: t(`verdict.${route}`) });
    await expect(result).toContainText(t(`evaluationStart.results.${route}`, { replyTime: replyTimes[locale] }));
  }
  await main.getByText(t("evaluationStart.faq.data.question")).click();
  await expect(main.getByRole("group").getByRole("link")).toHaveAttribute(
    "href",
    getPathname({ href: "/privacy", locale }),
  );
  await main.getByRole("link", { name: t("evaluationStart.button"), exact: true }).click();
  await expect(page.locator("#heading-marketing_team")).toBeFocused();
  await expect(page.locator("#heading-marketing_team")).toBeInViewport();
  await expect(main.getByText(t("evaluation.hintKeys")).first()).toBeVisible();
  await page.keyboard.press("1");
  await expectStep(page, "campaign_frequency");
  await expect(assistants).toBeHidden();
  await expect(main.getByText(t("evaluationStart.lead"))).toHaveCount(0);
  await page.goBack();
  await expect(page.locator("#heading-marketing_team")).toBeInViewport();
});

test("gives search engines the FAQ of the evaluation page as structured data", async ({ request }) => {
  const response = await request.get(process.env.E2E_URL + getPathname({ href: "/evaluation", locale }));
  const [, json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(await response.text()) ?? [];
  const answer = { days: 7, link: (text: string) => text };
  expect(JSON.parse(json)).toMatchObject({
    "@type": "FAQPage",
    mainEntity: faq.map((name) => ({
      "@type": "Question",
      name: t(`evaluationStart.faq.${name}.question`),
      acceptedAnswer: { "@type": "Answer", text: t.markup(`evaluationStart.faq.${name}.answer`, answer) },
    })),
  });
});
