import { expect, test } from "vitest";
import { parseInboxQuery } from "../../../domain/submissions/inbox/inbox-query.ts";
import { DeskRecords, hoursAgo, newWord, now } from "../core/desk.fixture.ts";
import { findAnswerSeries } from "./answer-series.ts";
import { getSubmission } from "./get-submission.ts";
import { listSubmissions } from "./list-submissions.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
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

test("finds a series of three evaluations that differ only in their answers", async () => {
  const ids = await store(3);
  expect(await findAnswerSeries(ids)).toEqual(new Map(ids.map((id) => [id, 3])));
});

test("finds a series despite another name, address or spelling of the company", async () => {
  const company = newWord();
  const ids = await store(4, (at) => ({ company: at % 2 ? company.toUpperCase() : company, name: `Ana ${at}` }));
  expect([...(await findAnswerSeries(ids)).values()]).toEqual([4, 4, 4, 4]);
});

test.each([
  ["two sets of answers", () => store(2)],
  ["the same answers, sent again", () => store(5, () => ({ answers: Array(9).fill(1) }))],
  ["other texts", () => store(3, (at) => ({ text: `Project ${at}: a loyalty programme.` }))],
  ["other companies", () => store(3, () => ({ company: newWord() }))],
  ["more than a week between", () => store(3, (at) => ({ created_at: hoursAgo(1 + at * (week + 1)) }))],
])("finds no series for %s", async (_name, storeAll) => {
  expect(await findAnswerSeries(await storeAll())).toEqual(new Map());
});

test("marks a series in the inbox, and shows the number of sets of answers on each evaluation", async () => {
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

test("returns only the requested evaluations, and nothing without a request", async () => {
  const [first = 0] = await store(3);
  expect(await findAnswerSeries([first])).toEqual(new Map([[first, 3]]));
  expect(await findAnswerSeries([])).toEqual(new Map());
});
