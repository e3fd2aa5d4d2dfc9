import { randomUUID } from "node:crypto";
import type pg from "pg";
import { PgBoss } from "pg-boss";
import type { MailJob } from "../../domain/mail/mail.ts";
import { mailQueue } from "../queue/queue.ts";
import { queueFollowingMails } from "./queue-following-mails.ts";

/** Jobs of database tests, moved from state to state by pg-boss, as a worker does. */
export class MailJobs {
  readonly #client: pg.Client;
  readonly #boss: PgBoss;

  constructor(client: pg.Client) {
    this.#client = client;
    this.#boss = new PgBoss({ db: { executeSql: (text, values) => client.query(text, values) } });
  }

  /** Queues one and returns its id; `startAfter` is in seconds from now. */
  async insert(data: MailJob, { startAfter = 0 }: { startAfter?: number } = {}): Promise<string> {
    const id = randomUUID();
    await this.#boss.insert(mailQueue, [{ id, data, startAfter }]);
    return id;
  }

  /** Queues the mails of all submissions that were just stored, as a worker does. */
  async queueFollowing(): Promise<void> {
    while ((await queueFollowingMails()) > 0);
  }

  /** Takes a job as a worker does. The worker would take any: the row alone is made what it makes it. */
  async take(id: string): Promise<void> {
    await this.#client.query(
      `UPDATE pgboss.job SET state = 'active', started_on = now(),
         retry_count = CASE WHEN started_on IS NULL THEN retry_count ELSE retry_count + 1 END
       WHERE id = $1 AND state IN ('created', 'retry')`,
      [id],
    );
  }

  /** Takes it and fails: it is tried again, later. */
  async fail(id: string, fault?: object): Promise<void> {
    await this.take(id);
    await this.#boss.fail(mailQueue, id, fault ?? null);
  }

  /** Takes it and gives it up. */
  async kill(id: string, fault?: object): Promise<void> {
    await this.#client.query("UPDATE pgboss.job SET retry_limit = retry_count WHERE id = $1", [id]);
    await this.fail(id, fault);
  }

  /** A queue beside the one of the mails. */
  createQueue(name: string): Promise<void> {
    return this.#boss.createQueue(name);
  }

  /** By their ids, in no order but the same each time. */
  async readRows(ids: string[]): Promise<Record<string, unknown>[]> {
    return (await this.#client.query("SELECT * FROM pgboss.job WHERE id = ANY ($1::uuid[]) ORDER BY id", [ids])).rows;
  }

  async readRow(id: string): Promise<Record<string, unknown> | undefined> {
    return (await this.#client.query("SELECT * FROM pgboss.job WHERE id = $1", [id])).rows[0];
  }

  /** The jobs of one submission, oldest first. */
  async of({ kind, id }: { kind: string; id: number }): Promise<Record<string, unknown>[]> {
    const text = "SELECT * FROM pgboss.job WHERE data @> $1 ORDER BY created_on, id";
    return (await this.#client.query(text, [JSON.stringify({ kind, id })])).rows;
  }
}
