import { randomUUID } from "node:crypto";
import type pg from "pg";
import { PgBoss } from "pg-boss";
import type { MailJob } from "../../domain/mail/mail.ts";
import { mailQueue } from "../queue/queue.ts";
import { queueFollowingMails } from "./queue-following-mails.ts";

/** Columns of pgboss.job that tests read. */
export type JobRow = Record<string, unknown> & {
  id: string;
  data: MailJob;
  state: string;
  created_on: Date;
  start_after: Date;
  retry_limit: number;
  retry_count: number;
};

/** Creates mail jobs and moves them from state to state through pg-boss, like a worker. */
export class MailJobs {
  readonly #client: pg.Client;
  readonly #boss: PgBoss;

  constructor(client: pg.Client) {
    this.#client = client;
    this.#boss = new PgBoss({ db: { executeSql: (text, values) => client.query(text, values) } });
  }

  /** `startAfter` is in seconds from now. @returns the job's id */
  async insert(data: MailJob, { startAfter = 0 }: { startAfter?: number } = {}): Promise<string> {
    const id = randomUUID();
    await this.#boss.insert(mailQueue, [{ id, data, startAfter }]);
    return id;
  }

  /** Queues the mails of all new submissions. */
  async queueFollowing(): Promise<void> {
    while ((await queueFollowingMails()) > 0);
  }

  /** Updates the row as taking a job would: pg-boss itself cannot take a specific job. */
  async take(id: string): Promise<void> {
    await this.#client.query(
      `UPDATE pgboss.job SET state = 'active', started_on = now(),
         retry_count = CASE WHEN started_on IS NULL THEN retry_count ELSE retry_count + 1 END
       WHERE id = $1 AND state IN ('created', 'retry')`,
      [id],
    );
  }

  /** Takes it and fails, so that it is retried later. */
  async fail(id: string, fault?: object): Promise<void> {
    await this.take(id);
    await this.#boss.fail(mailQueue, id, fault ?? null);
  }

  /** Takes it and gives it up. */
  async kill(id: string, fault?: object): Promise<void> {
    await this.#client.query("UPDATE pgboss.job SET retry_limit = retry_count WHERE id = $1", [id]);
    await this.fail(id, fault);
  }

  createQueue(name: string): Promise<void> {
    return this.#boss.createQueue(name);
  }

  /** In a stable order. */
  async readRows(ids: string[]): Promise<JobRow[]> {
    return (await this.#client.query<JobRow>("SELECT * FROM pgboss.job WHERE id = ANY ($1::uuid[]) ORDER BY id", [ids]))
      .rows;
  }

  async readRow(id: string): Promise<JobRow | undefined> {
    return (await this.#client.query<JobRow>("SELECT * FROM pgboss.job WHERE id = $1", [id])).rows[0];
  }

  /** The jobs of one submission, oldest first. */
  async listFor({ kind, id }: { kind: string; id: number }): Promise<JobRow[]> {
    const text = "SELECT * FROM pgboss.job WHERE data @> $1 ORDER BY created_on, id";
    return (await this.#client.query<JobRow>(text, [JSON.stringify({ kind, id })])).rows;
  }
}
