import type { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import { DeskRecords } from "../core/desk.fixture.ts";

export class ConsentRecords extends DeskRecords {
  /** Stores an agent's submission with two pending mails and a dead one. */
  async insertClaimed(kind: SubmissionRef["kind"], change: Record<string, unknown> = {}): Promise<SubmissionRef> {
    const ref = await this[kind]({ channel: "ai_agent", agent_name: "ChatGPT", user_consent: true, ...change });
    for (const [mail, state, attempts] of [
      ["acknowledgement", "waiting", 0],
      ["warning", "waiting", 1],
      ["notice", "dead", 1],
    ]) {
      await this.client.query(
        `INSERT INTO mails (id, mail, kind, submission_id, state, attempts, due_at, next_at)
         VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, now(), now())`,
        [mail, ref.kind, ref.id, state, attempts],
      );
    }
    return ref;
  }

  async listLinks({ kind, id }: SubmissionRef): Promise<Record<string, unknown>[]> {
    const text = "SELECT * FROM consent_links WHERE kind = $1 AND submission_id = $2 ORDER BY expires_at, purpose";
    return (await this.client.query(text, [kind, id])).rows;
  }

  async listMails({ kind, id }: SubmissionRef): Promise<string[]> {
    const text = "SELECT mail FROM mails WHERE kind = $1 AND submission_id = $2 ORDER BY mail";
    return (await this.client.query(text, [kind, id])).rows.map(({ mail }) => mail);
  }

  /** Reads all data of a submission that opening a consent link might change. */
  async readState(ref: SubmissionRef): Promise<unknown> {
    const [row, events] = [await this.readRow(ref), await this.listEvents(ref)];
    return { row, events, links: await this.listLinks(ref), mails: await this.listMails(ref) };
  }
}
