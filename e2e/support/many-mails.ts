import { randomBytes } from "node:crypto";
import { expect } from "@playwright/test";
import type { MailedApp } from "./mail.ts";
import { evaluation, inquiry, readId } from "./test.ts";

export type Sent = { kind: "evaluation" | "inquiry"; id: number; email: string };

/**
 * Sends `count` submissions from many clients concurrently, evaluations and inquiries in turn, in both languages. Each
 * causes two mails at once.
 * @returns the submissions
 * @throws if a response is not a 201
 */
export async function submitMany(service: MailedApp, count: number): Promise<Sent[]> {
  const sent: Sent[] = [];
  let next = 0;
  const submitNext = async (): Promise<void> => {
    for (let at = next++; at < count; at = next++) {
      const email = `many.${randomBytes(8).toString("hex")}@example.com`;
      const kind = at % 2 ? "inquiry" : "evaluation";
      const change = { email, language: at % 4 < 2 ? "en" : "es" };
      const [path, body] =
        kind === "evaluation" ? ["/api/leads/evaluate", evaluation(change)] : ["/api/leads/contact", inquiry(change)];
      const { status, json } = await service.client().post(path, body);
      if (status !== 201) throw new Error(`submission ${at} was answered with ${status}`);
      sent.push({ kind, id: readId(json), email });
    }
  };
  await Promise.all(Array.from({ length: 20 }, submitNext));
  return sent;
}

export type MailCounts = {
  /** Number of submissions, each with an acknowledgement and a notice. */
  submissions: number;
  /** Number of different mails, told apart by their Message-IDs. */
  mails: number;
  /** Number of deliveries beyond the first of each mail. */
  repeats: number;
};

/**
 * Expects one row per submission, both of its mails at the mail server, one Message-ID per mail however often it
 * arrived, and one timeline entry per mail. Call this once no mail is pending.
 */
export async function expectAllDelivered(service: MailedApp, sent: Sent[]): Promise<MailCounts> {
  const rows = await service.query("SELECT concat(kind, ' ', id, ' ', email) AS row FROM submissions");
  expect(rows.map(({ row }) => row).toSorted()).toEqual(
    sent.map(({ kind, id, email }) => `${kind} ${id} ${email}`).toSorted(),
  );
  const mails = await service.server.listMails();
  const ofPerson = new Map(sent.map(({ email, kind, id }) => [email, `acknowledgement of ${kind} ${id}`]));
  const names = mails.map(({ to: [to = ""], mail }) => ofPerson.get(to) ?? toNoticeName(mail.text));
  expect(names.toSorted()).toEqual([...ofPerson.values(), ...sent.map(formatNoticeName)].toSorted());
  const recorded = await service.query<{ id: string }>(
    "SELECT details ->> 'messageId' AS id FROM submission_events WHERE type = 'mail'",
  );
  expect(recorded.map(({ id }) => id).toSorted()).toEqual(mails.map(({ messageId }) => messageId).toSorted());
  expect(await service.query("SELECT FROM mails WHERE state = 'dead'")).toEqual([]);
  const repeats = service.server.listDeliveries().length - mails.length;
  return { submissions: sent.length, mails: mails.length, repeats };
}

const formatNoticeName = ({ kind, id }: Pick<Sent, "kind" | "id">) => `notice of ${kind} ${id}`;

/** Names a notice by the submission to which its text links. */
function toNoticeName(text = ""): string {
  const [, kind, id] = /\/admin\/inbox\/(evaluation|inquiry)\/(\d+)\b/.exec(text) ?? [];
  return `notice of ${kind} ${id}`;
}

export async function waitForDeliveries({ server }: MailedApp, count: number): Promise<void> {
  await expect
    .poll(() => server.listDeliveries().length, { intervals: [1], timeout: 60_000 })
    .toBeGreaterThanOrEqual(count);
}

/** Waits until no mail is pending; calls `meanwhile` before each check. */
export async function expectNothingPending(service: MailedApp, meanwhile?: () => Promise<unknown>): Promise<void> {
  const countPending = async () => {
    await meanwhile?.();
    return service.countBacklog();
  };
  await expect.poll(countPending, { intervals: [250], timeout: 90_000 }).toBe(0);
}
