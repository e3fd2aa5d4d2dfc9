import { expect, type Page } from "@playwright/test";
import { connectMcp, evaluationArguments } from "../support/mcp.ts";
import { nightly } from "../support/nightly.ts";
import { test } from "../support/operators.ts";
import { sendLead } from "../support/submissions.ts";
import { byAgent, query, randomWord } from "../support/test.ts";

const getRows = (page: Page) => page.getByRole("list", { name: "Submissions" }).getByRole("link");

async function addConsentFilter(page: Page, state: string): Promise<void> {
  await page.getByRole("button", { name: "+ Filter" }).click();
  await page.getByRole("option", { name: "Consent" }).click();
  await page.getByRole("option", { name: new RegExp(`^${state}`) }).click();
}

test("shows that consent was requested in the assistant's host, and filters by it", nightly, async ({ signedIn }) => {
  const page = await (await signedIn("member")).context.newPage();
  const company = randomWord();
  const agentName = `Agent ${company}`;
  const accept = () => ({ action: "accept", content: { agree: true } }) as const;
  const { call, close } = await connectMcp(process.env.E2E_URL ?? "", { respondToForm: accept });
  expect(await call("submit_evaluation", evaluationArguments({ company, agentName }))).toMatchObject({
    isError: false,
  });
  await close();
  await page.goto(`/admin/inbox?q=${company}&consent=claimed`);
  await expect(getRows(page)).toHaveCount(0);
  await page.goto(`/admin/inbox?q=${company}`);
  await addConsentFilter(page, "Asked for by the assistant");
  await expect(page).toHaveURL(/consent=elicited/);
  await getRows(page).first().click();
  await expect(page).toHaveURL(/\/admin\/inbox\/evaluation\/\d+\?/);
  const shown = page.getByText(
    `${agentName} says that it showed the person what is sent, named the privacy notice of `,
  );
  await expect(shown).toContainText("The person has not confirmed it by email.");
});

test(
  "filters by consent, and shows how many withdrawn submissions an export leaves out",
  nightly,
  async ({ signedIn }) => {
    const page = await (await signedIn("member")).context.newPage();
    const [company, agentName] = [randomWord(), `Assistant ${randomWord()}`];
    const withdrawn = await sendLead({ ...byAgent({}), agentName, company });
    await sendLead({ ...byAgent({}), agentName, company });
    await page.goto(`/admin/inbox?q=${company}`);
    await expect(page.getByRole("link", { name: "Export CSV", exact: true })).toBeVisible();
    await query("UPDATE submissions SET consent_withdrawn_at = now() WHERE kind = 'evaluation' AND id = $1", [
      withdrawn,
    ]);
    await page.reload();
    await expect(page.getByText("2 submissions", { exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: "Export CSV (without 1 withdrawn)" })).toBeVisible();
    await addConsentFilter(page, "Claimed by an assistant");
    await expect(page).toHaveURL(/consent=claimed/);
    await expect(getRows(page)).toHaveCount(1);
  },
);
