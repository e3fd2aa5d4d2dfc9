import { describe, expect, test, vi } from "vitest";
import type { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import type { LiveMessage } from "../../../domain/submissions/inbox/inbox-page.ts";
import { newOperator } from "../../access/operator.fixture.ts";
import { switchToOwnDatabase } from "../../own-database.fixture.ts";
import { addNote } from "../changes/add-note.ts";
import { DeskRecords } from "../core/desk.fixture.ts";
import { listInboxChanges } from "./inbox-changes.ts";

vi.setConfig({ testTimeout: 60_000 });
// Uses its own database, because other tests store submissions too.
const { url } = await switchToOwnDatabase(process.env);
const records = new DeskRecords(url);
const { operator } = await newOperator("member");

/** A page that asks for changes. */
class Tab {
  position: string | undefined;
  messages: LiveMessage[] = [];

  constructor(position?: string) {
    this.position = position;
  }

  async poll(now = new Date()): Promise<this> {
    const { messages, position } = await listInboxChanges({ after: this.position }, { now });
    this.messages = messages;
    this.position = position;
    return this;
  }

  listMessages({ kind, id }: SubmissionRef): LiveMessage[] {
    return this.messages.filter((message) => "kind" in message && message.kind === kind && message.id === id);
  }

  listChanges(ref: SubmissionRef): string[] {
    return this.listMessages(ref).flatMap((message) => ("change" in message ? [message.change] : []));
  }
}

const addNoteTo = (ref: SubmissionRef, text: string) => addNote({ ...ref, text }, { operator, now: new Date() });

describe("changes of the inbox", () => {
  test("tells every tab to reload first, then changes without personal data", async () => {
    const tabs = [await new Tab().poll(), await new Tab().poll()];
    const ref = await records.evaluation();
    await addNoteTo(ref, "A text that stays at home");
    for (const tab of tabs) {
      expect(tab.messages[0]).toEqual({ type: "reload" });
      await tab.poll();
      expect(tab.listMessages(ref)).toMatchObject([
        { type: "changed", change: "note", ...ref, revision: 1 },
        { type: "submitted", ...ref, revision: 1 },
      ]);
      expect(JSON.stringify(tab.messages)).not.toMatch(/Ana|stays|example/);
      expect((await tab.poll()).messages).toEqual([]);
    }
  });

  test("reports a change that is committed after a later one", async () => {
    const [late, other] = [await records.inquiry(), await records.inquiry()];
    const tab = await new Tab().poll();
    const { client } = records;
    await client.query("BEGIN");
    await client.query(
      `INSERT INTO submission_events (kind, submission_id, at, actor, type, details)
       VALUES ($1, $2, now(), 'Ana', 'owner', '{"from":null,"to":null}')`,
      [late.kind, late.id],
    );
    await addNoteTo(other, "First");
    expect((await tab.poll()).listChanges(other)).toEqual(["note"]);
    const listKeys = () => tab.listMessages(other).map((message) => "key" in message && message.key);
    const keys = listKeys();
    await addNoteTo(other, "Second");
    expect((await tab.poll()).listChanges(other)).toEqual(["note", "note"]);
    expect(listKeys().slice(0, keys.length)).toEqual(keys);
    await client.query("COMMIT");
    expect((await tab.poll()).listChanges(late)).toEqual(["owner"]);
    expect((await tab.poll()).messages).toEqual([]);
  });

  test("tells a tab to reload if its position is unknown", async () => {
    for (const after of ["", "x", "999999999999-1-1-1", "1-1", "1-1-1"]) {
      expect((await new Tab(after).poll()).messages[0]).toEqual({ type: "reload" });
    }
  });

  test("reports a repeat as a change of its first submission, once it is processed", async () => {
    const first = await records.inquiry();
    const tab = await new Tab().poll();
    const repeat = await records.inquiry({ is_processed: false, created_at: new Date() });
    const later = await records.inquiry();
    await tab.poll();
    expect(tab.listMessages(later)).not.toEqual([]);
    expect(tab.listMessages(repeat)).toEqual([]);
    await records.client.query(
      "UPDATE submissions SET repeat_of = $1, is_processed = true WHERE kind = 'inquiry' AND id = $2",
      [first.id, repeat.id],
    );
    await tab.poll();
    expect(tab.listMessages(first)).toMatchObject([{ type: "changed", change: "repeated", ...first, revision: 0 }]);
    expect(tab.listMessages(repeat)).toEqual([]);
  });

  test("reports once which snoozed submissions have returned", async () => {
    const returnsAt = new Date(Date.now() + 3_600_000);
    const ref = await records.inquiry({ snoozed_until: returnsAt });
    const tab = await new Tab().poll();
    expect((await tab.poll()).listChanges(ref)).toEqual([]);
    expect((await tab.poll(returnsAt)).listChanges(ref)).toEqual(["returned"]);
    expect((await tab.poll(new Date(returnsAt.getTime() + 1))).listChanges(ref)).toEqual([]);
  });
});
