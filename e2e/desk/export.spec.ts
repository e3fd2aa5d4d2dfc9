import { randomBytes } from "node:crypto";
import { expect } from "@playwright/test";
import { type SignedIn, test } from "../support/operators.ts";
import { readTable } from "../support/read-csv.ts";
import { sentInquiry, sentLead } from "../support/submissions.ts";
import { byAgent, query } from "../support/test.ts";

const path = "/api/admin/inbox/export";
const word = () => `w${randomBytes(6).toString("hex")}`;

/** Lists the rows of the exported file, which must start with the UTF-8 byte order mark. */
async function listRows(response: Response): Promise<Record<string, string>[]> {
  expect(response.status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  return readTable(bytes.subarray(3).toString("utf8"));
}

const listAudit = ({ operator }: SignedIn) =>
  query("SELECT action, details FROM audit_entries WHERE operator_id = $1 ORDER BY id", [operator.id]);

test("lets a member download the submissions that the inbox shows", async ({ signedIn }) => {
  const operator = await signedIn("member");
  const page = await operator.context.newPage();
  const name = word();
  const lead = await sentLead({ name, company: `"Café", S.A.` });
  const id = await sentInquiry({ name, message: `=HYPERLINK("https://x.example")\r\nñ 🎁, 1;2` });
  await page.goto(`/admin/inbox?q=${name}&sort=oldest`);
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^submissions-\d{4}-\d\d-\d\d\.csv$/);
  const rows = await listRows(await operator.fetch(new URL(download.url()).pathname + new URL(download.url()).search));
  expect(rows).toMatchObject([
    { kind: "evaluation", id: String(lead), status: "new", company: `"Café", S.A.`, name },
    { kind: "inquiry", id: String(id), route: "", text: `'=HYPERLINK("https://x.example")\r\nñ 🎁, 1;2`, name },
  ]);
  expect(await listAudit(operator)).toEqual(
    [1, 2].map(() => ({ action: "submissions_exported", details: { filters: "q=*&sort=oldest" } })),
  );
});

test("exports all submissions that match the inbox's filters, whichever page of the list is open", async ({
  signedIn,
}) => {
  const { fetch } = await signedIn("member");
  const agentName = `Assistant ${word()}`;
  const ids: number[] = [];
  for (const status of ["won", "lost", "new"]) {
    const id = await sentLead({ ...byAgent({}), agentName });
    const closed_at = status === "new" ? null : new Date();
    await query("UPDATE submissions SET status = $2, closed_at = $3 WHERE kind = 'evaluation' AND id = $1", [
      id,
      status,
      closed_at,
    ]);
    ids.unshift(id);
  }
  const found = async (search: string) =>
    (await listRows(await fetch(`${path}?agent=${encodeURIComponent(agentName)}&${search}`))).map(({ id }) =>
      Number(id),
    );
  expect(await found("")).toEqual(ids);
  expect(await found("status=won&status=new")).toEqual([ids[0], ids[2]]);
  expect(await found("status=closed&sort=oldest")).toEqual([ids[2], ids[1]]);
  expect(await found(`cursor=evaluation-1-1&direction=backward`)).toEqual(ids);
  expect(await found("kind=inquiry")).toEqual([]);
});
