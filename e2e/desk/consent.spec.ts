import { expect, type Page } from "@playwright/test";
import { connectMcp, evaluationArguments } from "../support/mcp.ts";
import { nightly } from "../support/nightly.ts";
import { test } from "../support/operators.ts";
import { randomWord } from "../support/test.ts";

const getRows = (page: Page) => page.getByRole("list", { name: "Submissions" }).getByRole("link");

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
  await page.getByRole("button", { name: "+ Filter" }).click();
  await page.getByRole("option", { name: "Consent" }).click();
  await page.getByRole("option", { name: /^Asked for by the assistant/ }).click();
  await expect(page).toHaveURL(/consent=elicited/);
  await getRows(page).first().click();
  await expect(page).toHaveURL(/\/admin\/inbox\/evaluation\/\d+\?/);
  const shown = page.getByText(
    `${agentName} says that it showed the person what is sent, named the privacy notice of `,
  );
  await expect(shown).toContainText("The person has not confirmed it by email.");
});
