import { beforeAll, describe, expect, test } from "vitest";
import type { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import type { InboxPage, InboxRow } from "../../../domain/submissions/inbox/inbox-page.ts";
import {
  createRowComparator,
  type InboxQuery,
  parseInboxQuery,
} from "../../../domain/submissions/inbox/inbox-query.ts";
import { Prisma } from "../../generated/prisma/client.ts";
import { dueAt } from "../../queue/clock-mails.ts";
import { isWaiting } from "../core/counted-rows.ts";
import { DeskRecords, hoursAgo, newWord, now } from "../core/desk.fixture.ts";
import { listSubmissionPage, listSubmissions } from "./list-submissions.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
const operator = await records.operator();

type Params = Record<string, string | string[]>;

const list = (params: Params, limit?: number, by = operator) =>
  listSubmissions(parseInboxQuery(params), { operator: by, now }, limit);

const toRefs = (page: Pick<InboxPage, "rows">) => page.rows.map(({ kind, id }) => ({ kind, id }));
const found = async (params: Params, by = operator) => toRefs(await list(params, undefined, by));

const toCursor = ({ kind, id, sortTime, stretch }: InboxRow) => ({ kind, id, sortTime, stretch });

/** Reads all rows page by page, and checks `hasPrevious` and `hasNext` against the neighbouring pages. */
async function readAllPages(query: InboxQuery, limit: number): Promise<SubmissionRef[][]> {
  const isForward = query.direction === "forward";
  const pages: SubmissionRef[][] = [];
  for (let at: InboxQuery | undefined = query; at; ) {
    const page: Awaited<ReturnType<typeof listSubmissionPage>> = await listSubmissionPage(at, { operator, now }, limit);
    pages.push(toRefs(page));
    expect(page.rows.toReversed().sort(createRowComparator(query.sort))).toEqual(page.rows);
    expect(isForward ? page.hasPrevious : page.hasNext).toBe(pages.length > 1);
    const edge = isForward ? page.rows.at(-1) : page.rows[0];
    at = (isForward ? page.hasNext : page.hasPrevious) && edge ? { ...query, cursor: toCursor(edge) } : undefined;
  }
  return pages;
}

describe("sort order", () => {
  test("lists waiting submissions by urgency first when sorted by `due`", async () => {
    const owner_id = (await records.operator()).id;
    const waiting = [
      await records.evaluation({ owner_id, created_at: hoursAgo(90), status: "in_review" }),
      await records.inquiry({ owner_id, created_at: hoursAgo(50) }),
      await records.evaluation({ owner_id, created_at: hoursAgo(2) }),
    ];
    const rest = [
      await records.evaluation({ owner_id, created_at: hoursAgo(3), route: "qualified" }),
      await records.evaluation({ owner_id, created_at: hoursAgo(4), status: "lost" }),
      await records.inquiry({ owner_id, created_at: hoursAgo(5), status: "contacted", replied_at: now }),
      await records.inquiry({ owner_id, created_at: hoursAgo(6), status: "in_review", replied_at: now }),
      await records.evaluation({ owner_id, created_at: hoursAgo(60), consent_withdrawn_at: now }),
      await records.inquiry({ owner_id, created_at: hoursAgo(70), consent_withdrawn_at: now }),
    ];
    expect(await found({ owner: owner_id, sort: "due" })).toEqual([...waiting, ...rest]);
    expect(await found({ owner: owner_id, sort: "due", status: "in_review" })).toEqual([waiting[0], rest[3]]);
    expect(await found({ owner: owner_id, sort: "due", status: "closed" })).toEqual([rest[1]]);
    expect(await found({ owner: owner_id, sort: "due", route: "qualified" })).toEqual([rest[0]]);
    expect((await list({ owner: owner_id, sort: "due" })).total.count).toBe(9);
  });

  test("sorts by promised time instead of arrival in the order `due`", async () => {
    const [owner_id, name] = [(await records.operator()).id, newWord()];
    const promised = (arrived: number, due: number) => {
      const promise = { reply_due_at: hoursAgo(-due), reply_warning_at: hoursAgo(-due + 1) };
      return records.inquiry({ owner_id, name, created_at: hoursAgo(arrived), ...promise });
    };
    const [late, soon] = [await promised(80, 30), await promised(3, 1)];
    const withoutPromise = await records.inquiry({ owner_id, name, created_at: hoursAgo(20) });
    const overdue = await promised(10, -2);
    const repeat = await records.inquiry({ owner_id, name, created_at: hoursAgo(90), repeat_of: late.id });
    const expected = [overdue, soon, withoutPromise, late];
    for (const search of [{}, { q: name }]) {
      const due = parseInboxQuery({ owner: owner_id, sort: "due", ...search });
      for (const limit of [1, 2, 3, 10]) {
        expect((await readAllPages(due, limit)).flat()).toEqual(expected);
        expect((await readAllPages({ ...due, direction: "backward" }, limit)).reverse().flat()).toEqual(expected);
      }
    }
    expect(await found({ owner: owner_id, sort: "due", q: `Inquiry ${repeat.id}` })).toEqual([repeat]);
  });
});

test("sorts by the time of the last message in either direction", async () => {
  const owner_id = (await records.operator()).id;
  const store = (created: number, message?: number, message_state?: string) => {
    const last_message_at = message === undefined ? null : hoursAgo(message);
    return records.inquiry({ owner_id, created_at: hoursAgo(created), last_message_at, message_state });
  };
  const unread = await store(50, 1, "unread");
  const fresh = await store(2);
  const sent = await store(90, 3, "sent");
  const read = await store(80, 4, "read");
  const old = await store(60);
  const query = parseInboxQuery({ owner: owner_id, sort: "message" });
  const expected = [unread, fresh, sent, read, old];
  for (const limit of [1, 2, 5]) {
    expect((await readAllPages(query, limit)).flat()).toEqual(expected);
    expect((await readAllPages({ ...query, direction: "backward" }, limit)).reverse().flat()).toEqual(expected);
  }
  expect(await found({ owner: owner_id, message: "unread" })).toEqual([unread]);
  expect(await found({ owner: owner_id, message: "wrote", sort: "message" })).toEqual([unread, read]);
  expect(await found({ owner: owner_id, message: "wrote" })).toEqual([unread, read]);
});

test("uses an index to list waiting submissions sorted by `due`", async () => {
  const { text, values } = Prisma.sql`EXPLAIN SELECT kind, id, ${dueAt} AS sort_time FROM submissions WHERE ${isWaiting}
    ORDER BY sort_time, kind, id LIMIT 50`;
  // The test tables are too small for Postgres to choose an index by itself.
  await records.client.query("SET enable_seqscan = off; SET enable_sort = off");
  const { rows } = await records.client.query(text, values);
  await records.client.query("RESET ALL");
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toContain("Index Scan using submissions_waiting_idx");
  expect(plan).not.toMatch(/Sort|Filter/);
});

describe("pages of the inbox", () => {
  let owner_id: string;
  let refs: SubmissionRef[];
  /** Keys of those `refs` that are not waiting for a reply. */
  const answered = new Set<string>();
  const kindOrder = (ref: SubmissionRef) => (ref.kind === "inquiry" ? 1 : 0);

  beforeAll(async () => {
    owner_id = (await records.operator()).id;
    const stored: (SubmissionRef & { at: number })[] = [];
    // There are only three different times, so most rows share their time with others.
    for (let count = 0; count < 23; count++) {
      const created_at = hoursAgo(count % 3);
      const change = { owner_id, created_at, status: count % 4 ? "new" : "in_review" };
      const isAnswered = count % 7 < 3;
      if (isAnswered) Object.assign(change, { replied_at: now });
      const ref = count % 5 < 3 ? await records.evaluation(change) : await records.inquiry(change);
      if (isAnswered) answered.add(`${ref.kind} ${ref.id}`);
      stored.push({ ...ref, at: created_at.getTime() });
    }
    stored.sort((a, b) => b.at - a.at || kindOrder(b) - kindOrder(a) || b.id - a.id);
    refs = stored.map(({ kind, id }) => ({ kind, id }));
  });

  test.each([1, 3, 22, 23])("returns every row exactly once at page size %d, in either direction", async (limit) => {
    const waits = ({ kind, id }: SubmissionRef) => !answered.has(`${kind} ${id}`);
    const due = [...refs.filter(waits).reverse(), ...refs.filter((ref) => !waits(ref))];
    for (const status of ["", "open"]) {
      for (const [sort, expected] of Object.entries({ newest: refs, oldest: refs.toReversed(), due })) {
        const query = parseInboxQuery({ owner: owner_id, status, sort });
        expect((await readAllPages(query, limit)).flat()).toEqual(expected);
        expect((await readAllPages({ ...query, direction: "backward" }, limit)).reverse().flat()).toEqual(expected);
      }
    }
  });

  test.each(["newest", "due"])("pages through returned submissions first, sorted by %s", async (sort) => {
    const owner_id = (await records.operator()).id;
    const [returned, others]: [SubmissionRef[], SubmissionRef[]] = [[], []];
    for (const hours of [1, 2, 3]) {
      returned.push(await records.inquiry({ owner_id, created_at: hoursAgo(90), snoozed_until: hoursAgo(hours) }));
      others.push(await records.inquiry({ owner_id, created_at: hoursAgo(hours) }));
    }
    const expected = [...returned, ...(sort === "due" ? others.toReversed() : others)];
    const query = parseInboxQuery({ owner: owner_id, sort });
    expect((await readAllPages(query, 2)).flat()).toEqual(expected);
    expect((await readAllPages({ ...query, direction: "backward" }, 4)).reverse().flat()).toEqual(expected);
  });

  test("returns a full last page when paging backward from the end", async () => {
    const page = await list({ owner: owner_id, direction: "backward" }, 5);
    expect(toRefs(page)).toEqual(refs.slice(-5));
    expect(page).toMatchObject({ hasNext: false, total: { count: 23 } });
  });

  test("returns a single empty page for an empty list", async () => {
    const nothing = { count: 0, isCapped: false };
    const none = { rows: [], hasNext: false, seriesIds: [], total: nothing, withdrawn: nothing };
    const places: Params[] = [{}, { cursor: "evaluation-1-1" }, { direction: "backward" }];
    for (const place of places) {
      expect(await list({ agent: newWord(), ...place })).toMatchObject(none);
    }
  });
});
