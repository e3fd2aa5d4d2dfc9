import { expect, test } from "vitest";
import { questions } from "../../domain/submissions/core/questions.ts";
import { withoutEvaluation } from "../../domain/submissions/core/untouched.fixture.ts";
import { addNote } from "../submissions/changes/add-note.ts";
import {
  changeOwner,
  changeStatus,
  DeskRecords,
  hoursAgo,
  newEmail,
  newWord,
  now,
} from "../submissions/core/desk.fixture.ts";
import { forwardMessage } from "../submissions/reply/send-reply.ts";
import { exportPerson } from "./export-person.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
const admin = await records.admin();

test("exports all stored data of a person, without thresholds and operators' names", async () => {
  const email = newEmail();
  const lead = await records.evaluation({
    email: email.toUpperCase(),
    channel: "ai_agent",
    agent_name: "Some Assistant",
    user_consent: true,
    phone: "+502 5555",
    utm: '{"utm_source":"newsletter","__proto__":"a"}',
    landing_page: "https://example.com/?a=1",
    assisted_by: "Claude",
    host_evidence: "mtls",
    assistant_host: "ChatGPT",
    referrer: "https://search.example.com/",
    notice_version: "2026-11-01",
    submission_key: newWord(),
    reply_due_at: hoursAgo(-47),
    reply_warning_at: hoursAgo(-35),
    reply_hours: 24,
    reply_hours_run: "working_time",
    answers: [2, 1, 0, 0.5, 2, 2, 2, 1, 2],
    score: 12.5,
    review_min: 7.40913,
    qualified_min: 12.60917,
  });
  const inquiry = await records.inquiry({ email, topic: "prize-draws" });
  await changeOwner({ ...lead, owner: admin.id }, { operator: admin, now });
  await addNote({ ...lead, text: "Called, no answer." }, { operator: admin, now });
  await forwardMessage(
    { ...lead, to: "boss@example.com", text: "Please look.", language: "en" },
    { operator: admin, now },
  );
  await changeStatus({ ...lead, status: "lost", reason: "No budget" }, { operator: admin, now });
  const mention = await records.inquiry({ text: `My colleague is ${email}.` });
  const document = await exportPerson({ submission: inquiry }, { admin, now });

  expect(document).toMatchObject({ email, exportedAt: now, mentions: [mention] });
  const row = await records.readRow(lead);
  expect(document.evaluations).toEqual([
    {
      id: lead.id,
      createdAt: hoursAgo(1),
      requestId: row.request_id,
      submissionKey: row.submission_key,
      repeatOf: null,
      name: "Ana Ruiz",
      email: email.toUpperCase(),
      language: "es",
      role: "Brand manager",
      company: row.company,
      phone: "+502 5555",
      projectDescription: "A loyalty programme for three countries.",
      discoverySource: "A friend",
      answers: expect.arrayContaining([
        { question: "marketing_team", points: 2, answer: "team_with_budget" },
        { question: "company_scope", points: 0, answer: "local_small_business" },
        { question: "budget", points: 0.5, answer: null },
      ]),
      answersForm: "answers",
      score: 12.5,
      route: "review",
      sourcePage: "/es/evaluation",
      channel: "ai_agent",
      agentName: "Some Assistant",
      userConsent: true,
      consentEvidence: null,
      noticeVersion: "2026-11-01",
      assistedBy: "Claude",
      hostEvidence: "mtls",
      assistantHost: "ChatGPT",
      honeypotFilled: null,
      spamReasons: [],
      utm: JSON.parse('{"utm_source":"newsletter","__proto__":"a"}'),
      landingPage: "https://example.com/?a=1",
      referrer: "https://search.example.com/",
      consentConfirmedAt: null,
      consentNoticeVersion: null,
      consentWithdrawnAt: null,
      status: "lost",
      owner: "operator",
      revision: 4,
      replyDueAt: hoursAgo(-47),
      replyWarningAt: hoursAgo(-35),
      replyHours: 24,
      replyHoursRun: "working_time",
      askedAt: null,
      repliedAt: null,
      closedAt: now,
      closeReason: "No budget",
      snoozedUntil: null,
      sharedAt: null,
      lastMessageAt: null,
      messageState: null,
      received: [],
      bookings: [],
      webhookAnswers: [],
      timeline: [
        { type: "owner", at: now, actor: "operator", details: { from: null, to: "operator" } },
        { type: "note", at: now, actor: "operator", details: { text: "Called, no answer." } },
        { type: "forward", at: now, actor: "operator", details: { text: "Please look.", language: "en" } },
        expect.objectContaining({ type: "status", actor: "operator" }),
      ],
    },
  ]);
  expect(document.evaluations[0]?.answers.map(({ question }) => question)).toEqual(questions.map(({ key }) => key));
  expect(document.inquiries).toMatchObject([
    { id: inquiry.id, message: "What does it cost?", topic: "prize-draws", status: "new", owner: null, timeline: [] },
  ]);
  const text = JSON.stringify(document);
  for (const secret of ["7.40913", "12.60917", admin.name, admin.id, admin.email]) expect(text).not.toContain(secret);
});

test("exports the bookings of a submission, and the answers to its webhooks", async () => {
  const submission = await records.evaluation();
  await records.booking(submission, "booked");
  await records.client.query(
    `WITH endpoint AS (
       INSERT INTO webhook_endpoints (id, name, url, events, shape, format, secret, created_at)
       VALUES (gen_random_uuid(), 'CRM', 'https://crm.example', '{}', 'person', 'standard', '-', now()) RETURNING id
     ), event AS (INSERT INTO webhook_events (id, type, at) VALUES (gen_random_uuid(), '-', now()) RETURNING id),
     delivery AS (
       INSERT INTO webhook_deliveries (id, endpoint_id, event_id, next_at)
       SELECT gen_random_uuid(), endpoint.id, event.id, now() FROM endpoint, event RETURNING id
     ), attempt AS (
       INSERT INTO webhook_attempts (delivery_id, at, status, milliseconds) SELECT id, now(), 200, 1 FROM delivery RETURNING id
     ) INSERT INTO webhook_answers SELECT id, $1, $2, 'Stored Ana Ruiz.' FROM attempt`,
    [submission.kind, submission.id],
  );
  const { evaluations } = await exportPerson({ submission }, { admin, now });
  const booking = { state: "booked", startAt: now, timeZone: "America/Mexico_City", consentEvidence: null };
  expect(evaluations).toMatchObject([{ bookings: [booking], webhookAnswers: ["Stored Ana Ruiz."] }]);
});

test("exports every column of a submission except listed internal ones", async () => {
  // `kind` is the name of the list that contains the submission. The last three are derived from other columns.
  const withheld = [
    ...["kind", "review_min", "qualified_min", "owner_id"],
    ...["is_processed", "clock_mail_at", "booking_reminder_at", "words", "submission_fingerprint", "content_hash"],
  ];
  const email = newEmail();
  const [lead, inquiry] = [await records.evaluation({ email }), await records.inquiry({ email })];
  const document = await exportPerson({ submission: lead }, { admin, now });
  const camel = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  for (const [ref, exported] of [
    [lead, document.evaluations[0]],
    [inquiry, document.inquiries[0]],
  ] as const) {
    const own = ref.kind === "inquiry" ? Object.keys(withoutEvaluation) : ["topic"];
    const text = ref.kind === "inquiry" ? "message" : "projectDescription";
    const columns = Object.keys(await records.readRow(ref)).filter((name) => ![...withheld, ...own].includes(name));
    const names = columns.map((column) => (column === "text" ? text : camel(column)));
    expect(Object.keys(exported ?? {}).sort()).toEqual(
      [...names, "owner", "received", "bookings", "webhookAnswers", "timeline"].sort(),
    );
  }
});

test("audits the export of a person with counts only", async () => {
  const own = await records.admin();
  const email = newEmail();
  const submission = await records.evaluation({ email });
  await exportPerson({ submission }, { admin: own, now });
  const entry = { action: "person_exported", details: { evaluations: 1, inquiries: 0, mentions: 0 } };
  expect(await records.listAudit(own)).toEqual([{ at: now, actor: own.email, ...entry }]);
});

test("reports a missing submission as not found", async () => {
  const own = await records.admin();
  const submission = { kind: "inquiry", id: 2_147_483_001 } as const;
  await expect(exportPerson({ submission }, { admin: own, now })).rejects.toMatchObject({ kind: "not_found" });
  expect(await records.listAudit(own)).toEqual([]);
});
