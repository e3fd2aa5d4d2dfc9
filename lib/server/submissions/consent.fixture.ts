import type { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { DeskRecords } from "./desk.fixture.ts";

/** The records of the consent's database tests: submissions of an agent, their links and their mails. */
export class ConsentRecords extends DeskRecords {
  /** A submission that an agent has sent, with two mails that are owed and one that is dead. */
  async claimed(kind: SubmissionRef["kind"], change: Record<string, unknown> = {}): Promise<SubmissionRef> {
    const ref = await this[kind]({ channel: "ai_agent", agent_name: "ChatGPT", user_consent: true, ...change });
    for (const [mail, state] of [
      ["acknowledgement", "created"],
      ["warning", "retry"],
      ["notice", "failed"],
    ]) {
      await this.client.query(`INSERT INTO pgboss.job (name, data, state) VALUES ('mail', $1, $2::pgboss.job_state)`, [
        JSON.stringify({ mail, ...ref }),
        state,
      ]);
    }
    return ref;
  }

  async linksOf({ kind, id }: SubmissionRef): Promise<Record<string, unknown>[]> {
    const text = "SELECT * FROM consent_links WHERE kind = $1 AND submission_id = $2 ORDER BY expires_at, purpose";
    return (await this.client.query(text, [kind, id])).rows;
  }

  async purposesOf(ref: SubmissionRef): Promise<unknown[]> {
    return (await this.linksOf(ref)).map(({ purpose }) => purpose);
  }

  async jobsOf({ kind, id }: SubmissionRef): Promise<string[]> {
    const text = `SELECT data ->> 'mail' AS mail FROM pgboss.job
      WHERE name = 'mail' AND data ->> 'kind' = $1 AND data ->> 'id' = $2 ORDER BY mail`;
    return (await this.client.query(text, [kind, String(id)])).rows.map(({ mail }) => mail);
  }

  /** Everything that answering a link may change. */
  async stateOf(ref: SubmissionRef): Promise<unknown> {
    const [row, events] = [await this.rowOf(ref), await this.eventsOf(ref)];
    return { row, events, links: await this.linksOf(ref), jobs: await this.jobsOf(ref) };
  }
}
