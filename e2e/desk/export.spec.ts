import { randomBytes } from "node:crypto";
import { request } from "node:http";
import { expect } from "@playwright/test";
import pg from "pg";
import type { OperatorRole } from "../../lib/domain/access/operator.ts";
import { newOperator, newSession, type SignedIn, sessionCookie, test } from "../support/operators.ts";
import { queryAt } from "../support/processes.ts";
import { readTable } from "../support/read-csv.ts";
import { sentInquiry, sentLead } from "../support/submissions.ts";
import { byAgent, createDatabase, query } from "../support/test.ts";

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

for (const role of ["member", "admin"] as OperatorRole[]) {
  test(`lets an operator with the role ${role} download the submissions that the inbox shows`, async ({ signedIn }) => {
    const operator = await signedIn(role);
    const page = await operator.context.newPage();
    const name = word();
    const lead = await sentLead({ name, company: `"Café", S.A.` });
    const id = await sentInquiry({ name, message: `=HYPERLINK("https://x.example")\r\nñ 🎁, 1;2` });
    await page.goto(`/admin/inbox?q=${name}&sort=oldest`);
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export CSV" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^submissions-\d{4}-\d\d-\d\d\.csv$/);
    const rows = await listRows(
      await operator.fetch(new URL(download.url()).pathname + new URL(download.url()).search),
    );
    expect(rows).toMatchObject([
      { kind: "evaluation", id: String(lead), status: "new", company: `"Café", S.A.`, name },
      { kind: "inquiry", id: String(id), route: "", text: `'=HYPERLINK("https://x.example")\r\nñ 🎁, 1;2`, name },
    ]);
    expect(await listAudit(operator)).toEqual(
      [1, 2].map(() => ({ action: "submissions_exported", details: { filters: "q=*&sort=oldest" } })),
    );
  });
}

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

/** Locks a table exclusively while `work` runs. */
async function whileLocked(url: string, table: string, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    await work();
  } finally {
    await client.end();
  }
}

/**
 * Stores so many rows that the exported file does not fit into the socket buffers, so that the server must wait for a
 * client that reads nothing.
 */
async function storeManyInquiries(url: string): Promise<void> {
  await queryAt(
    url,
    `INSERT INTO submissions (kind, id, created_at, request_id, name, email, text, language, source_page, channel, is_processed)
     SELECT 'inquiry', nextval('inquiry_id_seq'), now(), 'request-of-many', 'Ana', n || '@example.com', repeat('text ', 800), 'en', 'x', 'web', true
     FROM generate_series(1, 8000) AS n`,
  );
}

// Uses a separate database and app, because locked tables would make the requests of other tests fail.
test("responds to an outage with a 503 before an export's first byte, and aborts the download after it", async ({
  startOwn,
}) => {
  test.setTimeout(60_000);
  const url = await createDatabase();
  const app = await startOwn({ DATABASE_URL: url, AUTH_SECRET: process.env.E2E_AUTH_SECRET ?? "" });
  const { id } = await newOperator("member", true, url);
  const headers = { cookie: `${sessionCookie}=${(await newSession(id, url)).value}` };
  await storeManyInquiries(url);
  await whileLocked(url, "submissions", async () => {
    const refused = await fetch(`${app.url}${path}`, { headers });
    expect([refused.status, refused.headers.get("content-type")]).toEqual([503, "application/json; charset=utf-8"]);
    expect(refused.headers.get("content-disposition")).toBeNull();
  });
  const { promise, resolve } = Promise.withResolvers<{ code: string; bytes: number }>();
  request(`${app.url}${path}?kind=inquiry`, { headers }, async (response) => {
    let bytes = 0;
    response.once("readable", async () => {
      await whileLocked(url, "submissions", async () => {
        response.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
        });
        const code = await new Promise<string>((done) => {
          response.once("end", () => done("as if whole"));
          response.once("error", (error: NodeJS.ErrnoException) => done(error.code ?? error.name));
        });
        resolve({ code, bytes });
      });
    });
  }).end();
  const { code, bytes } = await promise;
  expect(code).toBe("ECONNRESET");
  expect(bytes).toBeGreaterThan(10_000);
});
