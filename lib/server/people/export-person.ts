import "server-only";
import type { AdminContext } from "../../domain/access/operator.ts";
import type { JsonObject } from "../../domain/json.ts";
import { type PersonDocument, type PersonRef, ReceivedMail, SentDocument } from "../../domain/people/person.ts";
import type { StoredEvent } from "../../domain/submissions/core/events.ts";
import { toJudgedAnswers } from "../../domain/submissions/core/questions.ts";
import { readTexts } from "../../domain/submissions/core/submission.ts";
import type { SubmissionKind } from "../../domain/submissions/core/submission-ref.ts";
import { toMailbox } from "../../domain/submissions/spam/block-list.ts";
import { recordAudit } from "../audit.ts";
import { listUnmatchedBookingsFrom } from "../bookings/unmatched-bookings.ts";
import type { Booking, Prisma, Submission } from "../generated/prisma/client.ts";
import { inLongTransaction } from "../maintenance.ts";
import { type EventRow, isKnownEvent, person, service, toEvent } from "../submissions/core/events.ts";
import { whereSentBy } from "../submissions/core/sent-by.ts";
import { readEvaluation } from "../submissions/inbox/get-submission.ts";
import { findReadableBlock } from "../submissions/spam/block-list.ts";
import { findSubscriptionOfPerson, getEmail, listOtherMailIds } from "./get-person.ts";
import { listMentions } from "./mentions.ts";

/** Reads one database snapshot. Omits thresholds (contract 8.4) and operators' names. @throws AppError `not_found` */
export function exportPerson(ref: PersonRef, { admin, now }: AdminContext): Promise<PersonDocument> {
  return inLongTransaction(
    async (tx) => {
      const email = await getEmail(tx, ref);
      const [evaluations, inquiries] = [
        await readSentSubmissions(tx, "evaluation", email),
        await readSentSubmissions(tx, "inquiry", email),
      ];
      const otherMails = await listOtherMails(tx, email);
      const otherBookings = await listUnmatchedBookingsFrom(tx, email);
      const subscription = await findSubscriptionOfPerson(tx, email);
      const mentions = await listMentions(tx, email);
      const block = await findReadableBlock(tx, email);
      const details = {
        evaluations: evaluations.length,
        inquiries: inquiries.length,
        mentions: mentions.length,
      };
      await recordAudit(tx, { at: now, actor: admin, action: "person_exported", details });
      return {
        email,
        exportedAt: now,
        evaluations: evaluations.map((row) => ({ ...toEvaluationDocument(row), ...toSharedDocument(row) })),
        inquiries: inquiries.map((row) => ({ ...readTexts("inquiry", row), ...toSharedDocument(row) })),
        block,
        otherMails,
        otherBookings,
        subscription,
        mentions,
      };
    },
    { isolationLevel: "RepeatableRead" },
  );
}

const mailSelect = {
  receivedAt: true,
  type: true,
  fromName: true,
  fromAddress: true,
  subject: true,
  text: true,
  quoted: true,
  messageId: true,
  authentication: true,
  attachments: { select: { name: true }, orderBy: { id: "asc" } },
} as const satisfies Prisma.InboundMailSelect;

type MailRow = Prisma.InboundMailGetPayload<{ select: typeof mailSelect }>;

const toReceived = (mail: MailRow) => ({ ...mail, files: mail.attachments.map(({ name }) => name) });

async function listOtherMails(tx: Prisma.TransactionClient, email: string) {
  const where = { id: { in: await listOtherMailIds(tx, email) } };
  const rows = await tx.inboundMail.findMany({ select: mailSelect, where, orderBy: { id: "asc" } });
  return rows.map((row) => ReceivedMail.parse(toReceived(row)));
}

type Row = Submission & {
  events: EventRow[];
  inboundMails: MailRow[];
  bookings: Booking[];
  webhookAnswers: { text: string }[];
};

/** Rows per statement, because Prisma allows at most 32,767 parameters. */
const batchRows = 10_000;

async function readSentSubmissions(tx: Prisma.TransactionClient, kind: SubmissionKind, email: string): Promise<Row[]> {
  const found = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM submissions WHERE kind = ${kind} AND ${whereSentBy(email)} ORDER BY created_at, id`;
  const rows: Row[] = [];
  for (let at = 0; at < found.length; at += batchRows) {
    const ids = found.slice(at, at + batchRows).map(({ id }) => id);
    const select = { type: true, at: true, actor: true, details: true } as const;
    const batch = await tx.submission.findMany({
      where: { kind, id: { in: ids } },
      include: {
        events: { select, orderBy: { id: "asc" } },
        inboundMails: { select: mailSelect, orderBy: { id: "asc" } },
        bookings: { orderBy: { askedAt: "asc" } },
        webhookAnswers: { select: { text: true }, orderBy: { id: "asc" } },
      },
      orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    });
    rows.push(...batch);
  }
  return rows;
}

function toEvaluationDocument(row: Submission) {
  const { answers, reviewMin: _, qualifiedMin: _1, ...rest } = readEvaluation(row);
  return { ...rest, answers: toJudgedAnswers(answers).map(({ option, ...of }) => ({ ...of, answer: option })) };
}

function toSharedDocument(row: Row) {
  const timeline = row.events.filter(isKnownEvent).map((event) => withoutNames(toEvent(event)));
  const isOwn = ({ type, fromAddress }: MailRow) =>
    type === "bounce" || toMailbox(fromAddress) === toMailbox(row.email);
  const received = row.inboundMails.filter(isOwn).map(toReceived);
  const webhookAnswers = row.webhookAnswers.map(({ text }) => text);
  return SentDocument.parse({ ...row, owner: hideOperator(row.ownerId), received, webhookAnswers, timeline });
}

const actors: Record<string, string> = { [service.name]: "service", [person.name]: "person" };

function hideOperator(who: unknown): "operator" | null {
  return who === null ? null : "operator";
}

function withoutNames(event: StoredEvent) {
  const { type, at } = event;
  return { type, at, actor: actors[event.actor] ?? "operator", details: toNamelessDetails(event) };
}

function toNamelessDetails(event: StoredEvent): JsonObject {
  switch (event.type) {
    case "owner":
      return { from: hideOperator(event.details.from), to: hideOperator(event.details.to) };
    case "note":
      return { text: event.details.text };
    case "reply": {
      const { text, files, sendAt, cc } = event.details;
      const own = files && { files: files.map(({ name, size }) => ({ name, size })) };
      return { text, ...own, ...(cc && { cc }), ...(sendAt === undefined ? {} : { sendAt }) };
    }
    case "forward": {
      // The person is not told to whom a colleague passed on the message.
      const { to: _, ...details } = event.details;
      return details;
    }
    default:
      return event.details;
  }
}
