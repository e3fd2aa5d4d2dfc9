import { afterEach, describe, expect, test, vi } from "vitest";
import type { Operator } from "../../../domain/access/operator.ts";
import type { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import type { LiveMessage } from "../../../domain/submissions/inbox/inbox-page.ts";
import { newOperator } from "../../access/operator.fixture.ts";
import { switchToOwnDatabase } from "../../own-database.fixture.ts";
import { addNote } from "../changes/add-note.ts";
import { DeskRecords } from "../core/desk.fixture.ts";
import { watchInbox } from "./watch-inbox.ts";

vi.setConfig({ testTimeout: 60_000 });
// Uses its own database, because other tests store submissions too.
const { url } = await switchToOwnDatabase(process.env);
const records = new DeskRecords(url);
const { operator } = await newOperator("member");

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

type Tab = { messages: LiveMessage[]; position: string | undefined; isEnded: boolean; close: () => void };

async function openTab(after?: string, who = operator): Promise<Tab> {
  const tab: Tab = { messages: [], position: undefined, isEnded: false, close: () => {} };
  tab.close = await watchInbox(after, {
    operator: who,
    take: (events) => {
      for (const { message, position } of events) {
        tab.messages.push(message);
        tab.position = position ?? tab.position;
      }
    },
    end: () => {
      tab.isEnded = true;
    },
  });
  closers.push(tab.close);
  return tab;
}

const listMessagesAbout = ({ messages }: Tab, { kind, id }: SubmissionRef) =>
  messages.filter((message) => "kind" in message && message.kind === kind && message.id === id);

const addNoteTo = (ref: SubmissionRef, text: string) => addNote({ ...ref, text }, { operator, now: new Date() });
const waitUntil = (check: () => void) => vi.waitFor(check, { timeout: 15_000, interval: 100 });

describe("inbox stream", () => {
  test("sends every tab a reload message first, then changes without personal data", async () => {
    const [one, other] = [await openTab(), await openTab()];
    expect(one.messages[0]).toEqual({ type: "reload" });
    expect(one.position).toMatch(/^\d+-\d+-\d+-\d+$/);
    const ref = await records.evaluation();
    await addNoteTo(ref, "A text that stays at home");
    for (const tab of [one, other]) {
      await waitUntil(() => {
        expect(listMessagesAbout(tab, ref)).toContainEqual({ type: "changed", change: "note", ...ref, revision: 1 });
        expect(listMessagesAbout(tab, ref).map(({ type }) => type)).toContain("submitted");
      });
      expect(JSON.stringify(tab.messages)).not.toMatch(/Ana|stays|example/);
    }
  });

  /** Inserts an event that the test commits later, so that the number of a later event becomes visible first. */
  async function beginEvent({ kind, id }: SubmissionRef): Promise<{ commit: () => Promise<unknown> }> {
    const { client } = records;
    await client.query("BEGIN");
    await client.query(
      `INSERT INTO submission_events (kind, submission_id, at, actor, type, details)
       VALUES ($1, $2, now(), 'Ana', 'owner', '{"from":null,"to":null}')`,
      [kind, id],
    );
    return { commit: () => client.query("COMMIT") };
  }

  const listChanges = (tab: Tab, ref: SubmissionRef) =>
    listMessagesAbout(tab, ref).flatMap((message) => ("change" in message ? [message.change] : []));

  test("reports changes missed during a lost connection, even late ones", async () => {
    const [late, other] = [await records.inquiry(), await records.inquiry()];
    const tab = await openTab();
    const { commit } = await beginEvent(late);
    await addNoteTo(other, "First");
    await waitUntil(() => expect(listChanges(tab, other)).toEqual(["note"]));
    tab.close();
    await commit();
    await addNoteTo(other, "While nobody listens");
    const again = await openTab(tab.position);
    expect(again.messages.map(({ type }) => type)).not.toContain("reload");
    expect(listChanges(again, late)).toEqual(["owner"]);
    expect(listChanges(again, other)).toEqual(["note", "note"]);
  });

  test("reports a change to a connected tab even if it is committed after a later change", async () => {
    const [late, other] = [await records.inquiry(), await records.inquiry()];
    const tab = await openTab();
    const { commit } = await beginEvent(late);
    await addNoteTo(other, "First");
    await waitUntil(() => expect(listChanges(tab, other)).toEqual(["note"]));
    await commit();
    await waitUntil(() => expect(listChanges(tab, late)).toEqual(["owner"]));
  });

  test("gives an operator at most 30 streams, and every operator at least one", async () => {
    const others = Array.from({ length: 17 }, (_, at) => ({ ...operator, id: `other ${at}` }));
    const open = (who: Operator) =>
      openTab(undefined, who).then(
        () => true,
        (error) => error.kind,
      );
    for (const who of others.slice(0, 16)) for (let count = 0; count < 30; count++) expect(await open(who)).toBe(true);
    expect(await open({ ...operator, id: "other 0" })).toBe("unavailable");
    for (let count = 0; count < 20; count++) expect(await open({ ...operator, id: "other 16" })).toBe(true);
    expect(await open({ ...operator, id: "other 16" })).toBe("unavailable");
    expect([await open(operator), await open(operator)]).toEqual([true, "unavailable"]);
  });

  test("sends a reload message when the stream position is unknown", async () => {
    for (const after of ["", "x", "999999999999-1-1", "1-1"]) {
      expect((await openTab(after)).messages[0]).toEqual({ type: "reload" });
    }
  });

  test("reports a repeat as a change of its first submission", async () => {
    const first = await records.inquiry();
    const tab = await openTab();
    const repeat = await records.inquiry({ is_processed: false });
    const later = await records.inquiry();
    await waitUntil(() => expect(listMessagesAbout(tab, later)).not.toEqual([]));
    expect(listMessagesAbout(tab, repeat)).toEqual([]);
    await records.client.query(
      "UPDATE submissions SET repeat_of = $1, is_processed = true WHERE kind = 'inquiry' AND id = $2",
      [first.id, repeat.id],
    );
    await waitUntil(() => {
      expect(listMessagesAbout(tab, first)).toContainEqual({
        type: "changed",
        change: "repeated",
        ...first,
        revision: 0,
      });
    });
    expect(listMessagesAbout(tab, repeat)).toEqual([]);
  });

  test("reports to a reconnected tab which snoozed submissions returned meanwhile", async () => {
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    const [earlier, meanwhile] = [
      await records.inquiry({ snoozed_until: hoursAgo(4) }),
      await records.inquiry({ snoozed_until: hoursAgo(2) }),
    ];
    const { position = "", close } = await openTab();
    close();
    const returned = (tab: Tab, ref: SubmissionRef) =>
      listMessagesAbout(tab, ref).filter(({ type }) => type === "changed").length;
    const late = await openTab(position.replace(/\d+$/, String(hoursAgo(3).getTime())));
    expect([returned(late, meanwhile), returned(late, earlier)]).toEqual([1, 0]);
    const soon = await openTab(position);
    expect(returned(soon, meanwhile)).toBe(0);
    // A position in the format of the previous version.
    const old = await openTab(position.replace(/-\d+$/, ""));
    expect([old.messages[0]?.type === "reload", returned(old, meanwhile)]).toEqual([true, 0]);
  });

  test("reports that a snoozed submission has returned", async () => {
    const tab = await openTab();
    const ref = await records.inquiry({ snoozed_until: new Date(Date.now() + 2_000) });
    await waitUntil(() => expect(listChanges(tab, ref)).toEqual(["returned"]));
  });
});
