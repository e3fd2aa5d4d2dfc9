import { expect, test } from "vitest";
import { hashContent } from "./repeats.ts";

// Content as stored by commit 22da9aae.
const evaluation = {
  name: "Ana Ruiz",
  email: "Ana@Example.com",
  role: "Brand manager",
  company: "Cafe\u0301 Ruiz",
  phone: "+52 55 5555 1234",
  text: "A loyalty programme for three countries.",
  discovery_source: "A friend",
  answers: [0, 1, 2, 2, 1, 0, 1, 2, 0.5],
  channel: "web",
};
const inquiry = {
  name: "Ana Ruiz",
  email: "ana@example.com",
  text: "How long does it take?",
  topic: "prize-draws",
  channel: "ai_agent",
  agent_name: "ChatGPT",
};

test("computes the same content hash as earlier versions", () => {
  expect(hashContent("evaluation", evaluation)).toBe("181cba79d02c6101fe5de1040b2225a1");
  expect(hashContent("inquiry", inquiry)).toBe("6b2053b01bd3174135fd585a0578bb8b");
});

test("includes a later column in the content hash only if it has a value", () => {
  const later = ["budget_note"];
  for (const value of [undefined, null, ""]) {
    const row = { ...evaluation, budget_note: value };
    expect(hashContent("evaluation", row, later)).toBe(hashContent("evaluation", evaluation));
  }
  const [one, other] = ["10k", "20k"].map((budget_note) =>
    hashContent("evaluation", { ...evaluation, budget_note }, later),
  );
  expect(new Set([one, other, hashContent("evaluation", evaluation)]).size).toBe(3);
});
