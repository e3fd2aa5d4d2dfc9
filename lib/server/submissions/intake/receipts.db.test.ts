import { expect, test } from "vitest";
import { DeskRecords, now } from "../core/desk.fixture.ts";
import { getSent, type Receipt } from "./receipts.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
const receipt = (ref: Pick<Receipt, "kind" | "id">, sentAt = now): Receipt => ({ ...ref, route: null, sentAt });

test("returns an evaluation as it was sent, without its score", async () => {
  const change = {
    name: "Ana Ruiz",
    email: "ana@example.com",
    text: "Draws in\nHonduras",
    answers: [0, 1, 2, 0.5, 1, 1, 1, 1, 2],
  };
  const sent = await getSent(receipt(await records.evaluation({ ...change, created_at: now })));
  if (typeof sent === "string") throw new Error(sent);
  expect(sent).toMatchObject({ name: "Ana Ruiz", email: "ana@example.com", projectDescription: "Draws in\nHonduras" });
  expect(sent.answers.slice(0, 4)).toEqual([
    { question: "marketing_team", points: 0, option: "none" },
    { question: "campaign_frequency", points: 1, option: "one_to_two_per_year" },
    { question: "company_scope", points: 2, option: "multinational" },
    { question: "budget", points: 0.5, option: null },
  ]);
  expect(Object.keys(sent)).not.toContain("score");
});

test("returns an inquiry with its topic and without answers", async () => {
  const ref = await records.inquiry({ text: "How long does it take?", topic: "prize-draws", created_at: now });
  expect(await getSent(receipt(ref))).toMatchObject({
    message: "How long does it take?",
    topic: "prize-draws",
    answers: [],
  });
});

test("reports a submission as gone if it was withdrawn or erased, or if another one now has its number", async () => {
  const withdrawn = await records.evaluation({
    channel: "ai_agent",
    agent_name: "Claude",
    user_consent: true,
    created_at: now,
    consent_withdrawn_at: now,
  });
  expect(await getSent(receipt(withdrawn))).toBe("gone");
  expect(await getSent(receipt({ kind: "inquiry", id: 2_000_000_000 }))).toBe("gone");
  const other = await records.inquiry({ created_at: now });
  expect(await getSent(receipt(other, new Date(now.getTime() + 1)))).toBe("gone");
});
