import { expect, test } from "vitest";
import type { LoadedEvent, LoadedSubmission } from "./body.ts";
import { toChatMessage, toGoogleChatMessage, toSlackMessage, toTeamsMessage } from "./chat.ts";

const now = new Date("2026-11-28T12:00:00Z");
const row: LoadedSubmission = {
  kind: "evaluation",
  id: 12,
  name: "Ana <b>Ruiz</b>",
  email: "ana@example.com",
  phone: null,
  company: "Casa & <!channel> *Ruiz* [x](https://evil.example)",
  role: "Brand manager",
  text: "A programme.",
  agentName: null,
  revision: 3,
  createdAt: now,
  status: "new",
  route: "review",
  language: "es",
  channel: "web",
  topic: null,
  repliedAt: null,
  consentWithdrawnAt: null,
  repeatOf: null,
  replyDueAt: new Date("2026-11-30T12:00:00Z"),
  replyWarningAt: now,
};
const event: LoadedEvent = {
  type: "submission.created",
  at: now,
  change: null,
  about: "submission",
  ref: { kind: "evaluation", id: 12 },
  row,
};
const setup = { language: "en", timeZone: "UTC", siteUrl: "https://encaje.example" } as const;
const url = "https://encaje.example/admin/inbox/evaluation/12";

test("shows the person only in the shape `person`, and not after a withdrawal", () => {
  const list = (shape: "ids" | "person", change: Partial<LoadedSubmission> = {}) =>
    toChatMessage({ ...event, row: { ...row, ...change } } as LoadedEvent, { ...setup, shape }, now).facts.map(
      ({ label }) => label,
    );
  expect(list("ids")).toEqual(["Route", "Reply due"]);
  expect(list("person")).toEqual(["Company", "Route", "Reply due", "Name", "Email"]);
  expect(list("person", { consentWithdrawnAt: now })).toEqual(["Route"]);
  expect(list("ids", { repliedAt: now })).toEqual(["Route"]);
});

test("describes a deleted submission in the language of the endpoint's owner", () => {
  const gone: LoadedEvent = { ...event, type: "submission.erased", row: null } as LoadedEvent;
  const message = toChatMessage(gone, { ...setup, language: "es", shape: "person" }, now);
  expect(message).toEqual({ title: "Envío borrado: E-12", facts: [], open: expect.any(String), url });
});

test("escapes strangers' text for each chat", () => {
  const message = toChatMessage(event, { ...setup, shape: "person" }, now);
  const slack = JSON.stringify(toSlackMessage(message));
  expect(slack).toContain("Casa &amp; &lt;!channel&gt;");
  expect(slack).toContain(`<${url}|Open at the desk>`);
  const teams = JSON.stringify(toTeamsMessage(message));
  expect(teams).toContain(String.raw`\\[x\\]\\(https://evil.example\\)`);
  expect(teams).toContain('"type":"Action.OpenUrl"');
  const google = JSON.stringify(toGoogleChatMessage(message));
  expect(google).toContain("Ana &lt;b&gt;Ruiz&lt;/b&gt;");
  expect(google).toContain(`"openLink":{"url":"${url}"}`);
});

test("keeps messages within the size limits of the chats", () => {
  const long = "x".repeat(4_000);
  const message = { title: long, facts: Array(40).fill({ label: "Company", value: long }), open: "Open", url };
  const { blocks } = toSlackMessage(message) as { blocks: { text?: { text: string } }[] };
  expect(blocks[0]?.text?.text.length).toBeLessThanOrEqual(3_000);
  const facts = toChatMessage(
    { ...event, row: { ...row, company: long, name: long } } as LoadedEvent,
    { ...setup, shape: "person" },
    now,
  );
  for (const write of [toSlackMessage, toTeamsMessage, toGoogleChatMessage]) {
    expect(Buffer.byteLength(JSON.stringify(write(facts)))).toBeLessThan(4_000);
  }
});
