import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { type SignedIn, test } from "../support/operators.ts";
import { readTable } from "../support/read-csv.ts";
import { sendInquiry, sendLead } from "../support/submissions.ts";
import { query, randomWord } from "../support/test.ts";

const listAudit = ({ operator }: SignedIn) =>
  query("SELECT action, details FROM audit_entries WHERE operator_id = $1 ORDER BY id", [operator.id]);

test("downloads the submissions that the inbox shows, except withdrawn ones", async ({ signedIn }) => {
  const operator = await signedIn("member");
  const page = await operator.context.newPage();
  const name = randomWord();
  const lead = await sendLead({ name, company: `"Café", S.A.` });
  const id = await sendInquiry({ name, message: `=HYPERLINK("https://x.example")\r\nñ 🎁, 1;2` });
  const withdrawn = await sendLead({ name });
  await query("UPDATE submissions SET consent_withdrawn_at = now() WHERE kind = 'evaluation' AND id = $1", [withdrawn]);
  await page.goto(`/admin/inbox?q=${name}&sort=oldest`);
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV (without 1 withdrawn)" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^submissions-\d{4}-\d\d-\d\d\.csv$/);
  const bytes = readFileSync(await download.path());
  expect([...bytes.subarray(0, 3)], "the UTF-8 byte order mark").toEqual([0xef, 0xbb, 0xbf]);
  const rows = readTable(bytes.subarray(3).toString("utf8"));
  expect(rows).toMatchObject([
    { kind: "evaluation", id: String(lead), status: "new", company: `"Café", S.A.`, name },
    { kind: "inquiry", id: String(id), route: "", text: `'=HYPERLINK("https://x.example")\r\nñ 🎁, 1;2`, name },
  ]);
  expect(await listAudit(operator)).toEqual([
    { action: "submissions_exported", details: { filters: "q=*&sort=oldest" } },
  ]);
});
