import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, vi } from "vitest";
import type { Admin } from "../../domain/access/operator.ts";
import { ContactInput, EvaluationInput } from "../../domain/submissions/core/schema.ts";
import type { SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import { validContact, validEvaluation } from "../../domain/submissions/core/valid-input.fixture.ts";
import { switchToOwnDatabase } from "../own-database.fixture.ts";
import type { QueueWorker } from "../queue/worker.ts";
import { DeskRecords } from "../submissions/core/desk.fixture.ts";
import { submitEvaluation, submitInquiry } from "../submissions/intake/submit.ts";
import { openMailSender, startMailWorker } from "./mail-worker.ts";
import { toMessageId } from "./message-ids.ts";
import { QueuedMails } from "./queued-mails.fixture.ts";
import { TestSmtpServer } from "./smtp-server.fixture.ts";

export const byAgent = { channel: "ai_agent", agentName: "Some Assistant", userConsent: true };
export const newAddress = () => `${randomUUID()}@example.com`;

const context = () => ({ now: new Date(), requestId: randomUUID() });

/** Submits an evaluation with a unique text, so that it is not a repeat unless `change` sets an earlier text. */
export async function lead(change: Record<string, unknown> = {}): Promise<SubmissionRef> {
  const projectDescription = `A loyalty programme, ${randomUUID()}.`;
  const input = EvaluationInput.parse(validEvaluation({ projectDescription, ...change }));
  const { id } = await submitEvaluation(input, context());
  return { kind: "evaluation", id };
}

export async function inquiry(change: Record<string, unknown> = {}): Promise<SubmissionRef> {
  const message = `How long does ${randomUUID()} take?`;
  const { id } = await submitInquiry(ContactInput.parse(validContact({ message, ...change })), context());
  return { kind: "inquiry", id };
}

type Queued = { id: string; mail: string; state: string; fault: Record<string, unknown> | null };

/** A database, a mail server and workers for the tests of one file. */
export class MailService {
  readonly url: string;
  readonly server: TestSmtpServer;
  readonly records: DeskRecords;
  readonly #workers: QueueWorker[] = [];
  #admin: Admin | undefined;

  private constructor(url: string, server: TestSmtpServer) {
    this.url = url;
    this.server = server;
    this.records = new DeskRecords(url);
    beforeAll(async () => {
      this.#admin = await this.records.admin();
    });
    afterEach(() => this.stopWorkers());
    afterAll(() => server.stop());
  }

  /** Sets the variables of the database, the mail server and the site in `variables`, the process environment. */
  static async start(variables: Record<string, string | undefined>): Promise<MailService> {
    const { url } = await switchToOwnDatabase(variables);
    const server = await TestSmtpServer.start();
    Object.assign(variables, {
      SMTP_URL: server.url,
      SITE_URL: "https://encaje.example",
      CONTACT_EMAIL: "hola@encaje.example",
      MAIL_FROM: "avisos@encaje.example",
      LOG_LEVEL: "silent",
    });
    return new MailService(url, server);
  }

  get admin(): Admin {
    if (!this.#admin) throw new Error("read `admin` within a test");
    return this.#admin;
  }

  /** Starts a worker that stops after the test. */
  async work(): Promise<void> {
    this.#workers.push(await startMailWorker());
  }

  /** Sends all mails that are due now, like one round of a worker. */
  async sendDue(): Promise<void> {
    const sender = await openMailSender();
    await sender.sendDue();
    await sender.stop();
  }

  async stopWorkers(): Promise<void> {
    for (const worker of this.#workers.splice(0)) await worker.stop();
  }

  async listMails({ kind, id }: SubmissionRef): Promise<Queued[]> {
    const { rows } = await this.records.client.query<Queued>(
      "SELECT id::text, mail, state, fault FROM mails WHERE kind = $1 AND submission_id = $2 ORDER BY 2",
      [kind, id],
    );
    return rows;
  }

  queueFollowing(): Promise<void> {
    return new QueuedMails(this.records.client).queueFollowing();
  }

  /** Queues the mails of a submission without a worker. @returns their future Message-IDs, by mail type */
  async queuedMessageIds(ref: SubmissionRef): Promise<Record<string, string>> {
    await this.queueFollowing();
    return Object.fromEntries(
      (await this.listMails(ref)).map(({ id, mail }) => [mail, toMessageId(id, ref, "encaje.example")]),
    );
  }

  /** Waits until none of the submission's mails is pending, apart from those withheld as spam. */
  waitUntilSent(ref: SubmissionRef, milliseconds = 20_000): Promise<void> {
    return vi.waitFor(async () => {
      expect((await this.records.readRow(ref)).is_processed).toBe(true);
      expect((await this.listMails(ref)).filter(({ state }) => state !== "held")).toEqual([]);
    }, milliseconds);
  }

  async listMailEvents(ref: SubmissionRef) {
    const events = (await this.records.listEvents(ref)).filter(({ type }) => type === "mail");
    return events.map(({ actor, details }) => ({ actor, details }));
  }

  /** Lists the mails to operators about this submission that have arrived. */
  listNotices({ kind, id }: SubmissionRef) {
    const address = `https://encaje.example/admin/inbox/${kind}/${id}\n`;
    return this.server.received.filter(({ text }) => text?.includes(address));
  }
}
