import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { MailJob } from "../../domain/mail/mail.ts";
import type { DeliveryFault } from "../../domain/submissions/core/mails.ts";
import { inMailTransaction, toRawTransaction } from "../db.ts";
import { failTakenMail, queueMails } from "../queue/mails.ts";
import { queueFollowingMails } from "./queue-following-mails.ts";

export type MailRow = Record<string, unknown> & {
  id: string;
  mail: string;
  kind: string | null;
  submission_id: number | null;
  event_id: string | null;
  operator_id: string | null;
  state: string;
  created_at: Date;
  due_at: Date;
  next_at: Date;
  attempts: number;
};

const interrupted = { code: "INTERRUPTED", isPermanent: false };

/** Queues mails and moves them between states, like a worker. */
export class QueuedMails {
  readonly #client: pg.Client;

  constructor(client: pg.Client) {
    this.#client = client;
  }

  async insert(job: MailJob, { delaySeconds = 0 }: { delaySeconds?: number } = {}): Promise<string> {
    const id = randomUUID();
    await queueMails(toRawTransaction(this.#client), [{ id, job, delaySeconds }]);
    return id;
  }

  async queueFollowing(): Promise<void> {
    while ((await inMailTransaction(queueFollowingMails)) > 0);
  }

  /** Kills each worker that writes to `table`, as long as `work` runs. */
  async killWorkers(write: "INSERT" | "UPDATE", table: string, work: () => Promise<unknown>): Promise<void> {
    await this.#client.query(
      `CREATE OR REPLACE FUNCTION fault() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
       CREATE TRIGGER fault AFTER ${write} ON ${table} FOR EACH ROW EXECUTE FUNCTION fault()`,
    );
    await work();
    await this.#client.query(`DROP TRIGGER fault ON ${table}`);
  }

  /** Takes one mail like a worker. @returns the attempt's lease */
  async take(id: string): Promise<string> {
    const { rows } = await this.#client.query<{ lease: string }>(
      `UPDATE mails SET state = 'sending', lease = gen_random_uuid(), attempts = attempts + 1,
         next_at = now() + interval '20 seconds'
       WHERE id = $1 AND state = 'waiting' RETURNING lease`,
      [id],
    );
    if (!rows[0]) throw new Error("a mail that does not wait cannot be taken");
    return rows[0].lease;
  }

  /** Takes the mail and fails it, so that it is retried later. */
  fail(id: string, fault: DeliveryFault = interrupted): Promise<void> {
    return this.#fail(id, fault, false);
  }

  kill(id: string, fault: DeliveryFault = interrupted): Promise<void> {
    return this.#fail(id, fault, true);
  }

  async #fail(id: string, fault: DeliveryFault, isDead: boolean): Promise<void> {
    const lease = await this.take(id);
    await failTakenMail(toRawTransaction(this.#client), { id, lease, attempts: 1, job: {} }, { fault, isDead });
  }

  /** Reads the mails ordered by id. */
  async readRows(ids: string[]): Promise<MailRow[]> {
    return (await this.#client.query<MailRow>("SELECT * FROM mails WHERE id = ANY ($1::uuid[]) ORDER BY id", [ids]))
      .rows;
  }

  async readRow(id: string): Promise<MailRow | undefined> {
    return (await this.readRows([id]))[0];
  }

  async listFor({ kind, id }: { kind: string; id: number }): Promise<MailRow[]> {
    const text = "SELECT * FROM mails WHERE kind = $1 AND submission_id = $2 ORDER BY created_at, id";
    return (await this.#client.query<MailRow>(text, [kind, id])).rows;
  }
}
