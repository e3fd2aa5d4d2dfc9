import { describe, expect, test } from "vitest";
import type { InboxPage } from "../../../domain/submissions/inbox/inbox-page.ts";
import { parseInboxQuery } from "../../../domain/submissions/inbox/inbox-query.ts";
import { DeskRecords, hoursAgo, newWord, now } from "../core/desk.fixture.ts";
import { getSubmission } from "./get-submission.ts";
import { findAnswerSeries, listOwners, listSubmissions } from "./list-submissions.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
const operator = await records.operator();

type Params = Record<string, string | string[]>;

const list = (params: Params, limit?: number, by = operator) =>
  listSubmissions(parseInboxQuery(params), { operator: by, now }, limit);

const toRefs = (page: InboxPage) => page.rows.map(({ kind, id }) => ({ kind, id }));
const found = async (params: Params, by = operator) => toRefs(await list(params, undefined, by));

describe("row of the inbox", () => {
  test("lists an evaluation with its person, verdict, status and reply deadline", async () => {
    const owner = await records.operator({ name: "Olga Owner" });
    const agent = newWord();
    const given = { channel: "ai_agent", agent_name: agent, user_consent: true, created_at: hoursAgo(40) };
    const { id } = await records.evaluation({
      ...given,
      owner_id: owner.id,
      company: "Casa Ruiz",
      status: "in_review",
    });
    const { rows, total } = await list({ agent });
    expect(total).toEqual({ count: 1, isCapped: false });
    expect(rows).toEqual([
      {
        kind: "evaluation",
        id,
        createdAt: hoursAgo(40),
        sortTime: hoursAgo(40),
        name: "Ana Ruiz",
        company: "Casa Ruiz",
        email: expect.stringContaining("@example.com"),
        excerpt: "A loyalty programme for three countries.",
        route: "review",
        score: 9,
        status: "in_review",
        channel: "ai_agent",
        agentName: agent,
        identity: { host: null, isHostName: false, oddCharacters: [] },
        language: "es",
        owner: { id: owner.id, name: "Olga Owner" },
        clock: { state: "warning", warnsAt: hoursAgo(4), dueAt: hoursAgo(-8) },
        revision: 0,
        withdrawnAt: null,
        snoozedUntil: null,
        repeatOf: null,
        spamReasons: [],
        lastMessage: null,
        repeatCount: 0,
      },
    ]);
  });

  test("lists an inquiry with the beginning of its message", async () => {
    const message = `${newWord()} ${"ñ".repeat(500)}`;
    const { id } = await records.inquiry({ text: message });
    const { rows } = await list({ q: message.slice(0, 33) });
    expect(rows).toMatchObject([{ kind: "inquiry", id, company: null, route: null, score: null, owner: null }]);
    expect(rows[0]?.excerpt).toBe(message.slice(0, 240));
    expect(rows[0]?.clock.state).toBe("running");
  });

  test.each(["evaluation", "inquiry"] as const)(
    "lists a withdrawn submission of kind %s as withdrawn and without a reply deadline",
    async (kind) => {
      const name = newWord();
      await records[kind]({ name, created_at: hoursAgo(90), consent_withdrawn_at: hoursAgo(1) });
      const { rows } = await list({ q: name });
      expect(rows).toMatchObject([{ withdrawnAt: hoursAgo(1), clock: { state: "none" } }]);
    },
  );
});

describe("filters of the inbox", () => {
  test.each([
    [{ kind: "evaluation" }, {}, undefined],
    [{ route: "qualified" }, { route: "qualified" }, { route: "redirect" }],
    [{ language: "en" }, { language: "en" }, { language: "es" }],
    [{ status: "lost" }, { status: "lost" }, { status: "won" }],
    [{ status: "open" }, { status: "booked" }, { status: "spam" }],
    [{ status: "closed" }, { status: "won" }, { status: "new" }],
    [{ channel: "ai_agent" }, { channel: "ai_agent", agent_name: "A", user_consent: true }, { channel: "web" }],
    [{ owner: "none" }, {}, undefined],
    [
      { from: "2026-11-20" },
      { created_at: new Date("2026-11-20T06:00:00Z") },
      { created_at: new Date("2026-11-20T05:59:59.999Z") },
    ],
    [
      { to: "2026-11-20" },
      { created_at: new Date("2026-11-21T05:59:59.999Z") },
      { created_at: new Date("2026-11-21T06:00:00Z") },
    ],
  ] as [Params, Record<string, unknown>, Record<string, unknown> | undefined][])(
    "filters by %j: finds %j and not %j",
    async (params, meant, other) => {
      const name = newWord();
      const lead = await records.evaluation({ ...meant, name });
      if (other) await records.evaluation({ ...other, name });
      expect(await found({ ...params, q: name })).toEqual([lead]);
    },
  );

  test("excludes the other kind when filtered by kind or route", async () => {
    const owner = await records.operator();
    const lead = await records.evaluation({ owner_id: owner.id });
    const inquiry = await records.inquiry({ owner_id: owner.id });
    expect(await found({ owner: owner.id, kind: "evaluation" })).toEqual([lead]);
    expect(await found({ owner: owner.id, kind: "inquiry" })).toEqual([inquiry]);
    expect(await found({ owner: owner.id, route: "review" })).toEqual([lead]);
    expect(await list({ owner: owner.id, route: "review", kind: "inquiry" })).toMatchObject({
      rows: [],
      total: { count: 0 },
    });
  });

  test('filters by "me" or another operator as the owner', async () => {
    const [me, other] = [await records.operator(), await records.operator()];
    const mine = await records.evaluation({ owner_id: me.id });
    const theirs = await records.inquiry({ owner_id: other.id });
    expect(await found({ owner: "me" }, me)).toEqual([mine]);
    expect(await found({ owner: "me" }, other)).toEqual([theirs]);
    expect(await found({ owner: me.id }, other)).toEqual([mine]);
  });

  test("matches the whole name of the agent in a filter, ignoring case", async () => {
    const agent = newWord();
    const lead = await records.evaluation({ channel: "ai_agent", agent_name: `X ${agent}`, user_consent: true });
    expect(await found({ agent: `x ${agent.toUpperCase()}` })).toEqual([lead]);
    expect(await found({ agent })).toEqual([]);
  });
});

test.each(["evaluation", "inquiry"] as const)(
  "matches each submission of kind %s with exactly one consent filter",
  async (kind) => {
    const owner = (await records.operator()).id;
    const byAgent = { owner_id: owner, channel: "ai_agent", agent_name: newWord(), user_consent: true };
    const confirmed = { consent_confirmed_at: now, consent_notice_version: "2026-09-01" };
    const refs = {
      claimed: await records[kind](byAgent),
      elicited: await records[kind]({ ...byAgent, consent_evidence: "elicited" }),
      confirmed: await records[kind]({ ...byAgent, ...confirmed, consent_evidence: "elicited" }),
      withdrawn: await records[kind]({ ...byAgent, ...confirmed, consent_withdrawn_at: now }),
      not_needed: await records[kind]({ owner_id: owner }),
    };
    for (const [consent, ref] of Object.entries(refs)) expect(await found({ owner, consent })).toEqual([ref]);
    expect(await list({ owner })).toMatchObject({ total: { count: 5 }, withdrawn: { count: 1, isCapped: false } });
    expect((await list({ owner, consent: "claimed" })).withdrawn.count).toBe(0);
  },
);

test("lists active operators by name as possible owners", async () => {
  const until = new Date(now.getTime() + 1);
  const [b, a] = [
    await records.operator({ name: "Zz B", is_on_duty: false, off_duty_until: until }),
    await records.operator({ name: "Zz A", is_on_duty: false, off_duty_until: now }),
  ];
  const gone = await records.operator({ name: "Zz C", disabled_at: now });
  const owners = await listOwners({ operator, now });
  expect(owners.filter(({ id }) => [a.id, b.id, gone.id].includes(id))).toEqual([
    { id: a.id, name: "Zz A", isOnDuty: true, offDutyUntil: null },
    { id: b.id, name: "Zz B", isOnDuty: false, offDutyUntil: until },
  ]);
});

const week = 7 * 24;

/** Stores evaluations of one company with the same text, each with a different last answer. */
async function store(count: number, change: (at: number) => Record<string, unknown> = () => ({})): Promise<number[]> {
  const company = newWord();
  const ids: number[] = [];
  for (let at = 0; at < count; at++) {
    const answers = [1, 1, 1, 1, 1, 1, 1, 1, 2 - at / 2];
    ids.push((await records.evaluation({ company, answers, ...change(at) })).id);
  }
  return ids;
}

test("finds a series of evaluations despite different spellings of the company", async () => {
  const company = newWord();
  const ids = await store(4, (at) => ({ company: at % 2 ? company.toUpperCase() : company, name: `Ana ${at}` }));
  expect([...(await findAnswerSeries(ids)).values()]).toEqual([4, 4, 4, 4]);
});

test.each([
  ["two sets of answers", () => store(2)],
  ["the same answers, sent again", () => store(5, () => ({ answers: Array(9).fill(1) }))],
  ["different texts", () => store(3, (at) => ({ text: `Project ${at}: a loyalty programme.` }))],
  ["different companies", () => store(3, () => ({ company: newWord() }))],
  ["evaluations more than a week apart", () => store(3, (at) => ({ created_at: hoursAgo(1 + at * (week + 1)) }))],
])("finds no series for %s", async (_name, storeAll) => {
  expect(await findAnswerSeries(await storeAll())).toEqual(new Map());
});

test("marks the evaluations of a series in the inbox and on their pages", async () => {
  const operator = await records.operator();
  const agent = newWord();
  const ids = await store(3, () => ({ channel: "ai_agent", agent_name: agent, user_consent: true }));
  const { seriesIds } = await listSubmissions(parseInboxQuery({ agent }), { operator, now });
  expect(seriesIds.toSorted()).toEqual(ids.toSorted());
  for (const id of ids) {
    expect(await getSubmission({ kind: "evaluation", id }, { operator, now })).toMatchObject({ answerSets: 3 });
  }
  const alone = await records.evaluation();
  expect(await getSubmission(alone, { operator, now })).toMatchObject({ answerSets: null });
});

test("returns the series of the requested evaluations only", async () => {
  const [first = 0] = await store(3);
  expect(await findAnswerSeries([first])).toEqual(new Map([[first, 3]]));
  expect(await findAnswerSeries([])).toEqual(new Map());
});
