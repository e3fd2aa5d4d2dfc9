import { expect, test } from "vitest";
import { questions } from "../../../domain/submissions/core/questions.ts";
import { SubmissionOutput } from "../../../domain/submissions/core/submission.ts";
import { addNote } from "../changes/add-note.ts";
import { changeStatus, DeskRecords, hoursAgo, newEmail, newWord, now } from "../core/desk.fixture.ts";
import { getSubmission, markSeen } from "./get-submission.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
const operator = await records.operator({ name: "Ana" });

test("links a valid phone number, except that of a withdrawn submission", async () => {
  const ref = await records.evaluation({ phone: "044 55 1234 5678" });
  const shown = { phone: "044 55 1234 5678", phoneLinks: { callUrl: "tel:+525512345678" } };
  const lead = await getSubmission(ref, { operator, now });
  expect(lead).toMatchObject(shown);
  expect(JSON.stringify(lead)).toContain(
    encodeURIComponent(`soy Ana, de Encaje. Le escribo por su proyecto, referencia E-${ref.id}.`),
  );
  const withdrawn = await records.evaluation({ phone: "044 55 1234 5678", consent_withdrawn_at: now });
  expect(await getSubmission(withdrawn, { operator, now })).toMatchObject({
    phoneLinks: null,
    clock: { state: "none" },
  });
});

test("shows an evaluation with its answers, its verdict and the answers that would change it", async () => {
  const company = newWord();
  const ref = await records.evaluation({
    channel: "ai_agent",
    agent_name: "Some Assistant",
    host_evidence: "mtls",
    assistant_host: "ChatGPT",
    user_consent: true,
    consent_evidence: "elicited",
    phone: "+502 5555",
    company,
    utm: '{"utm_source":"newsletter","__proto__":"a"}',
    landing_page: "https://example.com/?a=1",
    referrer: "https://search.example.com/",
    notice_version: "2026-11-01",
    assisted_by: "Claude",
    answers: [2, 1, 0, 0.5, 2, 2, 2, 1, 2],
    score: 12.5,
    owner_id: operator.id,
  });
  const lead = await getSubmission(ref, { operator, now });
  expect(lead).toMatchObject({
    ...ref,
    createdAt: hoursAgo(1),
    name: "Ana Ruiz",
    role: "Brand manager",
    company,
    phone: "+502 5555",
    projectDescription: "A loyalty programme for three countries.",
    discoverySource: "A friend",
    channel: "ai_agent",
    agentName: "Some Assistant",
    identity: { host: { name: "ChatGPT", evidence: "mtls" }, isHostName: false, oddCharacters: [] },
    userConsent: true,
    landingPage: "https://example.com/?a=1",
    referrer: "https://search.example.com/",
    noticeVersion: "2026-11-01",
    consent: { isElicited: true, confirmedAt: null, noticeVersion: null, withdrawnAt: null },
    assistedBy: "Claude",
    score: 12.5,
    route: "review",
    cutOffs: { review: 7, qualified: 13 },
    answersForm: "answers",
    status: "new",
    owner: { id: operator.id, name: "Ana" },
    clock: { state: "running", dueAt: hoursAgo(-47), warnsAt: hoursAgo(-35) },
    related: [],
    canUndo: false,
  });
  expect(new Map(lead.utm)).toEqual(
    new Map([
      ["utm_source", "newsletter"],
      ["__proto__", "a"],
    ]),
  );
  if (lead.kind !== "evaluation") throw new Error("a lead is of the kind lead");
  expect(lead.answers.map(({ question }) => question)).toEqual(questions.map(({ key }) => key));
  expect(lead.answers.slice(2, 5)).toEqual([
    { question: "company_scope", points: 0, option: "local_small_business" },
    { question: "budget", points: 0.5, option: null },
    { question: "launch_timeline", points: 2, option: "hard_date" },
  ]);
  expect(lead.whatIf.better).toEqual([{ changes: [{ question: 3, from: 0.5, to: 1 }], score: 13, route: "qualified" }]);
  expect(lead.whatIf.worse.every(({ changes, route }) => changes.length === 3 && route === "redirect")).toBe(true);
});

test("shows an inquiry with its message and topic", async () => {
  const ref = await records.inquiry({ topic: "prize-draws" });
  expect(await getSubmission(ref, { operator, now })).toMatchObject({
    ...ref,
    message: "What does it cost?",
    topic: "prize-draws",
    utm: [],
    userConsent: null,
    owner: null,
    related: [],
  });
});

test("shows all events in order on the timeline, after the submission itself", async () => {
  const ref = await records.evaluation();
  const other = await records.operator({ name: "Beto" });
  await markSeen(ref, { operator, now });
  await changeStatus({ ...ref, status: "lost", reason: "No budget" }, { operator, now });
  await Promise.all([1, 2, 3, 4].map(() => markSeen(ref, { operator: other, now })));
  await addNote({ ...ref, text: "Why?" }, { operator: other, now });
  expect((await getSubmission(ref, { operator, now })).canUndo).toBe(true);
  await records.undoStatus(ref, { operator: other, now });
  const { timeline, canUndo, revision } = await getSubmission(ref, { operator: other, now });
  expect(timeline).toMatchObject([
    { type: "submitted", at: hoursAgo(1), actor: "Ana Ruiz" },
    { type: "seen", actor: "Ana", at: now },
    {
      type: "status",
      actor: "Ana",
      operatorId: operator.id,
      details: { from: "new", to: "lost", reason: "No budget" },
    },
    { type: "seen", actor: "Beto" },
    { type: "note", actor: "Beto", details: { text: "Why?" } },
    { type: "status", actor: "Beto", details: { from: "lost", to: "new", isUndo: true } },
  ]);
  expect({ canUndo, revision }).toEqual({ canUndo: false, revision: 3 });
});

test("allows no undo of a status change made by the service, such as a judgement as spam", async () => {
  const ref = await records.evaluation({ status: "spam", closed_at: now });
  const details = { from: "new", to: "spam", before: { repliedAt: null, closedAt: null, closeReason: null } };
  await records.event(ref, "status", details);
  expect((await getSubmission(ref, { operator, now })).canUndo).toBe(false);
  await changeStatus({ ...ref, status: "new" }, { operator, now });
  expect((await getSubmission(ref, { operator, now })).canUndo).toBe(true);
});

test("preserves a submission, including its dates, through JSON", async () => {
  for (const ref of [
    await records.evaluation({ company: newWord(), answers: Array(9).fill(1) }),
    await records.inquiry(),
  ]) {
    await markSeen(ref, { operator, now });
    await changeStatus({ ...ref, status: "lost", reason: "No budget" }, { operator, now });
    const submission = await getSubmission(ref, { operator, now });
    const sent = SubmissionOutput.parse(submission);
    expect(sent).toEqual(submission);
    expect(SubmissionOutput.parse(JSON.parse(JSON.stringify(sent)))).toEqual(submission);
  }
});

test("accepts received mails without the newer field `isShortened`", async () => {
  const submission = await getSubmission(await records.inquiry(), { operator, now });
  const texts = { fromName: "", fromAddress: "ana@x.example", subject: "", text: "Hello.", quoted: "" };
  const mail = { ...texts, id: "1", receivedAt: now, type: "message", authentication: "none", files: [] };
  expect(SubmissionOutput.parse({ ...submission, inbound: [mail] }).inbound).toMatchObject([{ isShortened: false }]);
});

test("refuses to read or mark as seen a missing submission", async () => {
  const nothing = { kind: "inquiry", id: 2_147_483_647 } as const;
  for (const read of [getSubmission, markSeen]) {
    await expect(read(nothing, { operator, now })).rejects.toMatchObject({ kind: "not_found" });
  }
});

test("shows an assistant as the actor of its submission without a channel", async () => {
  const agent = { agent_name: "Some Assistant", user_consent: true };
  const [byAgent, forgotten] = [await records.inquiry({ ...agent, channel: "ai_agent" }), await records.inquiry(agent)];
  expect((await getSubmission(byAgent, { operator, now })).timeline[0]?.actor).toBe("Some Assistant");
  expect((await getSubmission(forgotten, { operator, now })).timeline[0]?.actor).toBe("Some Assistant");
});

test("lists related submissions by email or company once, newest first", async () => {
  const [email, company] = [newEmail(), newWord()];
  const ref = await records.evaluation({ email, company });
  const both = await records.evaluation({ email: email.toUpperCase(), company, created_at: hoursAgo(4) });
  const colleague = await records.evaluation({ company: company.toUpperCase(), created_at: hoursAgo(2) });
  const asked = await records.inquiry({ email, created_at: hoursAgo(3) });
  const { related } = await getSubmission(ref, { operator, now });
  expect(related).toMatchObject([
    { ...colleague, sameEmail: false, company: company.toUpperCase(), route: "review" },
    { ...asked, sameEmail: true, company: null, route: null, excerpt: "What does it cost?" },
    { ...both, sameEmail: true },
  ]);
  expect((await getSubmission(asked, { operator, now })).related.map(({ id }) => id)).toEqual([ref.id, both.id]);
  for (let count = 0; count < 22; count++) await records.inquiry({ email });
  expect((await getSubmission(ref, { operator, now })).related).toHaveLength(20);
});
