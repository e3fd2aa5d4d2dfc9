import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, vi } from "vitest";
import type * as z from "zod/mini";
import { ChangeQueue, type Listener } from "#components/desk/changes/changes.ts";
import {
  type ChangeStep,
  createInboxData,
  type InboxData,
  listKey,
  type NewChange,
  type SeenSubmission,
  stepKey,
  toPendingFields,
  withPending,
} from "#components/desk/core/inbox-data.ts";
import type { Operator } from "#lib/domain/access/operator.ts";
import { changeOperations } from "#lib/domain/submissions/changes/changes.ts";
import type { SubmissionRef } from "#lib/domain/submissions/core/submission-ref.ts";
import type { InboxPage, InboxRow } from "#lib/domain/submissions/inbox/inbox-page.ts";
import { parseInboxQuery } from "#lib/domain/submissions/inbox/inbox-query.ts";
import { toErrorStatus } from "#lib/http/respond.ts";
import { changeSubmissions } from "#lib/server/submissions/changes/change-submissions.ts";
import { undoChanges } from "#lib/server/submissions/changes/undo-changes.ts";
import { type DeskRecords, newWord, now } from "#lib/server/submissions/core/desk.fixture.ts";
import { getSubmission } from "#lib/server/submissions/inbox/get-submission.ts";
import { listSubmissions } from "#lib/server/submissions/inbox/list-submissions.ts";

type Context = { operator: Operator; now: Date };

/** Parses the input before running the use case, like an HTTP handler. */
function withParsedInput<Input>(
  schema: z.ZodMiniType<Input>,
  run: (input: Input, context: Context) => Promise<unknown>,
) {
  return (input: unknown, context: Context) => run(schema.parse(input), context);
}

const useCases = {
  changes: withParsedInput(changeOperations.changeSubmissions.input, changeSubmissions),
  undo: withParsedInput(changeOperations.undoChanges.input, undoChanges),
};
const hasUseCase = (name: string): name is keyof typeof useCases => Object.hasOwn(useCases, name);

type PendingRequest = { release: () => void; cut: () => void };

/** Connects a tab to the use cases. Tests can delay or cut requests, or lose their responses. */
export class Network {
  readonly pending: PendingRequest[] = [];
  /** Pattern of paths whose requests wait in `pending`. */
  delays = /^$/;
  /** Pattern of paths whose requests fail as if offline. */
  fails = /^$/;
  /** Pattern of paths whose requests succeed but whose responses are lost. */
  loses = /^$/;
  /** The signed-in operator; undefined when signed out. */
  operator: Operator | undefined;

  constructor() {
    beforeEach(() => {
      const session = new Map<string, string>();
      vi.stubGlobal("sessionStorage", {
        getItem: (name: string) => session.get(name) ?? null,
        setItem: (name: string, value: string) => session.set(name, value),
      });
      vi.stubGlobal("fetch", (path: string, { body }: RequestInit) => this.#fetch(path, body));
    });
    afterEach(() => {
      vi.unstubAllGlobals();
      this.pending.length = 0;
      this.delays = this.fails = this.loses = /^$/;
    });
  }

  async #fetch(path: string, body: unknown): Promise<Response> {
    if (this.delays.test(path)) {
      await new Promise<void>((release, reject) => {
        this.pending.push({ release, cut: () => reject(new TypeError("fetch failed")) });
      });
    }
    if (this.fails.test(path)) throw new TypeError("fetch failed");
    const response = await this.#answer(path, body);
    if (this.loses.test(path)) throw new TypeError("fetch failed");
    return response;
  }

  async #answer(path: string, body: unknown): Promise<Response> {
    if (!this.operator) return Response.json({}, { status: 403 });
    const context = { operator: this.operator, now };
    const [, kind, id] = /inbox\/(evaluation|inquiry)\/(\d+)$/.exec(path) ?? [];
    const [, name = ""] = /(\w+)$/.exec(path) ?? [];
    try {
      if (kind === "evaluation" || kind === "inquiry") {
        return Response.json(await getSubmission({ kind, id: Number(id) }, context));
      }
      if (!hasUseCase(name)) return Response.json({}, { status: 404 });
      return Response.json(await useCases[name](JSON.parse(String(body)), context));
    } catch (error) {
      return Response.json({}, { status: toErrorStatus(error) });
    }
  }
}

/** The state and the actions of an inbox tab, without its React components. */
export class DeskTab {
  readonly client = new QueryClient();
  readonly data: InboxData = createInboxData(this.client);
  /** The notices shown; those that offer an undo end in “, undo?”. */
  readonly notices: string[] = [];
  readonly #listener: Listener = {
    onDone: (made, { done, refused: [refused] }) => {
      const undo = done.length && !made.isUndoing ? ", undo?" : "";
      const isOne = made.items.length === 1;
      this.notices.push(
        isOne && refused ? `${refused.reason}` : `${isOne ? made.change.type : done.length} done${undo}`,
      );
    },
    onConflict: ({ change }) => this.notices.push(`${change.type} conflict`),
    onUndone: ({ change }, { done, refused: [refused] }) =>
      this.notices.push(
        refused ? `undo refused: ${refused.reason}` : `${done.length === 1 ? change.type : done.length} undone`,
      ),
    onProblem: ({ kind }) => this.notices.push(kind),
  };
  readonly #changes = new ChangeQueue(this.client, this.data, { current: this.#listener }, "me");

  apply(ref: SubmissionRef, change: NewChange): void {
    this.#changes.apply(this.#listShown(ref).slice(0, 1), change);
  }

  applyToMany(refs: readonly SubmissionRef[], change: NewChange): void {
    this.#changes.apply(
      refs.flatMap((ref) => this.#listShown(ref).slice(0, 1)),
      change,
    );
  }

  undoLast(): boolean {
    return this.#changes.undoLast();
  }

  /** Undoes the last status change, like the undo button in the submission's panel. */
  undoStatus(ref: SubmissionRef): void {
    const submission = this.data.getSubmission(ref);
    const last = submission?.timeline.findLast((event) => event.type === "status");
    if (submission && last) this.#changes.undoStatus(submission, last);
  }

  /** Lists status and owner as shown in the open submission and in the row. */
  listShown(ref: SubmissionRef): { status: string; owner: string | null }[] {
    return this.#listShown(ref).map(({ status, owner }) => ({ status, owner: owner?.id ?? null }));
  }

  #listShown(ref: SubmissionRef): SeenSubmission[] {
    const pending = this.client.getMutationCache().findAll({ mutationKey: stepKey, status: "pending" });
    const steps = toPendingFields(pending.map(({ state }) => state.variables as ChangeStep));
    const known = [this.data.getSubmission(ref), this.getRow(ref)].flatMap((each): SeenSubmission[] =>
      each ? [each] : [],
    );
    return known.map((each) => withPending(each, steps));
  }

  /** Loads the list like the page does before a submission is opened. */
  async readList(company: string, operator: Operator): Promise<void> {
    const page = await listSubmissions(parseInboxQuery({ q: company }), { operator, now });
    this.client.setQueryData([...listKey, ""], { pages: [page], pageParams: [undefined] });
  }

  getRow({ id }: SubmissionRef): InboxRow | undefined {
    const pages = this.client.getQueryData<{ pages: InboxPage[] }>([...listKey, ""])?.pages;
    return pages?.[0]?.rows.find((row) => row.id === id);
  }
}

/** Opens a tab that lists two new submissions and has loaded the second one in full. */
export async function openTab(records: DeskRecords, me: Operator) {
  const company = newWord();
  const [first, second] = [await records.evaluation({ company }), await records.evaluation({ company })];
  const tab = new DeskTab();
  await tab.readList(company, me);
  await tab.data.reread(second);
  return { tab, first, second };
}
