import { afterEach, expect, test, vi } from "vitest";
import type { Operator } from "../../../domain/access/operator.ts";
import { openStatuses, Status } from "../../../domain/submissions/core/status.ts";
import { type SubmissionRef, toSubmissionKey } from "../../../domain/submissions/core/submission-ref.ts";
import { parseInboxQuery } from "../../../domain/submissions/inbox/inbox-query.ts";
import type { LiveMessage } from "../../../domain/submissions/inbox/live.ts";
import { newOperator } from "../../access/operator.fixture.ts";
import { switchToOwnDatabase } from "../../own-database.fixture.ts";
import { DeskRecords, newWord } from "../core/desk.fixture.ts";
import { listSubmissions } from "../inbox/list-submissions.ts";
import { watchInbox } from "../inbox/watch-inbox.ts";
import { changeSubmissions } from "./change-submissions.ts";

vi.setConfig({ testTimeout: 120_000 });
// Uses its own database, because other tests store submissions too.
const { url } = await switchToOwnDatabase(process.env);
const records = new DeskRecords(url);
const changesOfEach = 100;
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

type Row = { status: string; owner: string | null; revision: number };
/** A tab of the desk. It shows a list, changes rows based on what it last read, and reads changed rows again. */
class Tab {
  readonly #operator: Operator;
  readonly #q: string;
  readonly rows = new Map<string, Row & SubmissionRef>();
  readonly done = new Map<string, number>();
  conflicts = 0;
  #position: string | undefined;
  #close = () => {};
  #reading = Promise.resolve();

  constructor(operator: Operator, q: string) {
    this.#operator = operator;
    this.#q = q;
  }

  async connect(): Promise<void> {
    this.#close = await watchInbox(this.#position, {
      operator: this.#operator,
      take: (events) => {
        for (const { message, position } of events) {
          this.#take(message);
          this.#position = position ?? this.#position;
        }
      },
      end: () => undefined,
    });
    closers.push(this.#close);
  }

  cut(): void {
    this.#close();
  }

  #take(message: LiveMessage): void {
    const isNews =
      message.type === "reload" ||
      (message.type === "changed" &&
        (this.rows.get(toSubmissionKey(message))?.revision ?? Infinity) < message.revision);
    if (isNews) this.#reading = this.#reading.then(() => this.read());
  }

  /** Waits until all reported changes are read. */
  settle(): Promise<void> {
    return this.#reading;
  }

  async read(): Promise<void> {
    const context = { operator: this.#operator, now: new Date() };
    const { rows } = await listSubmissions(parseInboxQuery({ q: this.#q }), context);
    for (const { kind, id, status, owner, revision } of rows) {
      const known = this.rows.get(toSubmissionKey({ kind, id }));
      if (known && known.revision > revision) continue;
      this.rows.set(toSubmissionKey({ kind, id }), { kind, id, status, owner: owner?.id ?? null, revision });
    }
  }

  async change(at: number): Promise<void> {
    const row = [...this.rows.values()][at % this.rows.size];
    if (!row) throw new Error("an empty list");
    const context = { operator: this.#operator, now: new Date() };
    const { kind, id } = row;
    const status = openStatuses.find((each) => each !== row.status) ?? "new";
    const owner = row.owner === this.#operator.id ? null : this.#operator.id;
    const isOwner = at % 3 === 0;
    const { done, refused } = await changeSubmissions(
      isOwner
        ? { type: "owner", items: [{ kind, id, from: row.owner }], owner }
        : { type: "status", items: [{ kind, id, from: Status.parse(row.status) }], status },
      context,
    );
    if (done.length) this.done.set(toSubmissionKey(row), (this.done.get(toSubmissionKey(row)) ?? 0) + 1);
    await this.read();
    if (refused[0]?.reason !== "conflict") return;
    this.conflicts++;
    await this.change(at);
  }
}

test("keeps two tabs equal after a hundred changes each, even if one was disconnected in between", async () => {
  const q = newWord();
  const refs: SubmissionRef[] = [];
  while (refs.length < 10) refs.push(await records.inquiry({ text: q }));
  const [{ operator: ana }, { operator: beto }] = [await newOperator("member"), await newOperator("member")];
  const tabs = [new Tab(ana, q), new Tab(beto, q)] as const;
  for (const tab of tabs) {
    await tab.connect();
    await tab.settle();
  }
  const work = async (tab: Tab, from: number, to: number, step: number) => {
    for (let at = from; at < to; at++) await tab.change(at * step);
  };
  const half = changesOfEach / 2;
  await Promise.all([work(tabs[0], 0, half, 7), work(tabs[1], 0, half, 3)]);
  tabs[1].cut();
  await Promise.all([work(tabs[0], half, changesOfEach, 7), work(tabs[1], half, changesOfEach, 3)]);
  await tabs[1].connect();

  const stored = new Map<string, Row & SubmissionRef>();
  for (const ref of refs) {
    const { status, owner_id, revision } = await records.readRow(ref);
    stored.set(toSubmissionKey(ref), { ...ref, status, owner: owner_id, revision } as Row & SubmissionRef);
    const changes = (tabs[0].done.get(toSubmissionKey(ref)) ?? 0) + (tabs[1].done.get(toSubmissionKey(ref)) ?? 0);
    expect([revision, (await records.listEvents(ref)).length]).toEqual([changes, changes]);
  }
  const total = [...stored.values()].reduce((sum, { revision }) => sum + revision, 0);
  expect(total).toBe(2 * changesOfEach);
  const toSorted = (rows: Map<string, unknown>) => [...rows].sort(([a], [b]) => a.localeCompare(b));
  for (const tab of tabs) {
    await vi.waitFor(
      async () => {
        await tab.settle();
        expect(toSorted(tab.rows)).toEqual(toSorted(stored));
      },
      { timeout: 15_000, interval: 200 },
    );
  }
  expect(tabs[0].conflicts + tabs[1].conflicts).toBeGreaterThan(0);
});
