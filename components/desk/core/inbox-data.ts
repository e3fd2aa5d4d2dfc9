"use client";

import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutationState,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useMemo } from "react";
import type { Problem } from "#components/forms/use-form.ts";
import { type CallOutcome, call } from "#lib/contract/client.ts";
import type { StoredChange } from "#lib/domain/submissions/changes/changes.ts";
import type { Status } from "#lib/domain/submissions/core/status.ts";
import type { CappedCount, Owner, Submission } from "#lib/domain/submissions/core/submission.ts";
import { type SubmissionRef, toSubmissionKey } from "#lib/domain/submissions/core/submission-ref.ts";
import { type InboxPage, type InboxRow, inboxOperations } from "#lib/domain/submissions/inbox/inbox-page.ts";
import { type Cursor, type InboxQuery, toQuery } from "#lib/domain/submissions/inbox/inbox-query.ts";
import type { SenderBlock } from "#lib/domain/submissions/spam/block-list.ts";

export type InitialData = { search: string; page: InboxPage; submission: Submission | null };

type List = InfiniteData<InboxPage, Cursor | undefined>;

const freshMilliseconds = 5_000;

export const listKey = ["list"] as const;
export const submissionKey = ({ kind, id }: SubmissionRef) => ["submission", kind, id] as const;

export class CallProblem extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.kind);
    this.problem = problem;
  }
}

export function requireResult<Result>(outcome: CallOutcome<Result>): Result {
  if (outcome.kind === "done") return outcome.result;
  throw new CallProblem(outcome);
}

const submissionQuery = ({ kind, id }: SubmissionRef) => ({
  queryKey: submissionKey({ kind, id }),
  queryFn: async () => requireResult(await call(inboxOperations.getSubmission, { kind, id })),
});

/** Stores what the page has brought, which then ages as what is read later. */
export function storeInitialData(client: QueryClient, { search, page, submission }: InitialData): void {
  client.setQueryData<List>([...listKey, search], { pages: [page], pageParams: [undefined] });
  if (submission) client.setQueryData(submissionKey(submission), submission);
}

export function useInboxList(query: InboxQuery) {
  const search = String(toQuery(query));
  const list = useInfiniteQuery({
    queryKey: [...listKey, search],
    queryFn: async ({ pageParam: cursor, signal }) =>
      requireResult(await call(inboxOperations.listSubmissions, {}, { search: toQuery({ ...query, cursor }), signal })),
    initialPageParam: undefined as Cursor | undefined,
    getNextPageParam: ({ hasNext, rows }) => (hasNext ? rows.at(-1) : undefined),
    placeholderData: keepPreviousData,
    staleTime: freshMilliseconds,
  });
  const pending = usePendingFields();
  const rows = useMemo(
    () => removeDuplicateRows(listRows(list.data)).map((row) => withPending(row, pending)),
    [list.data, pending],
  );
  const series = useMemo(() => new Set(list.data?.pages.flatMap(({ seriesIds }) => seriesIds)), [list.data]);
  const first = list.data?.pages[0];
  return { ...list, rows, series, first, total: countListed(first?.total, rows.length, list.hasNextPage) };
}

/** The service's count may be capped or out of date, so the result is at least the number of rows shown. */
export function countListed(
  total: CappedCount = { count: 0, isCapped: false },
  rowCount: number,
  hasNextPage: boolean,
): CappedCount {
  if (!hasNextPage) return { count: rowCount, isCapped: false };
  return { count: Math.max(total.count, rowCount), isCapped: total.isCapped || rowCount >= total.count };
}

const listRows = (list: Pick<List, "pages"> | undefined) => list?.pages.flatMap(({ rows }) => rows) ?? [];

/** Keeps one row of each submission: a row that moved between two reads may be in both. */
export function removeDuplicateRows(rows: InboxRow[]): InboxRow[] {
  return [...new Map(rows.map((row) => [toSubmissionKey(row), row])).values()];
}

export function useCachedSubmission(ref: SubmissionRef) {
  const pending = usePendingFields();
  return useQuery({
    ...submissionQuery(ref),
    select: (submission) => withPending(submission, pending),
    staleTime: freshMilliseconds,
  });
}

export function useInboxData() {
  const client = useQueryClient();
  return useMemo(() => createInboxData(client), [client]);
}
export type InboxData = ReturnType<typeof createInboxData>;

type Mails = Submission["pendingMails"];
type RowChange = Partial<ChangeFields & Pick<InboxRow, "clock" | "revision" | "lastMessage" | "excerpt">>;

export function createInboxData(client: QueryClient) {
  const getSubmission = (ref: SubmissionRef) => client.getQueryData<Submission>(submissionKey(ref));
  const getRow = (ref: SubmissionRef) =>
    client
      .getQueriesData<List>({ queryKey: listKey })
      .flatMap(([, list]) => listRows(list))
      .find((row) => isSameSubmission(row, ref));
  const patch = (ref: SubmissionRef, change: RowChange) => {
    client.setQueryData<Submission>(submissionKey(ref), (known) => known && { ...known, ...change });
    const patchRow = (row: InboxRow) => (isSameSubmission(row, ref) ? { ...row, ...change } : row);
    client.setQueriesData<List>(
      { queryKey: listKey },
      (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, rows: page.rows.map(patchRow) })) },
    );
  };
  const reread = async (ref: SubmissionRef): Promise<Submission | undefined> => {
    await client.cancelQueries({ queryKey: submissionKey(ref) }, { revert: false });
    const submission = await client.fetchQuery({ ...submissionQuery(ref), staleTime: 0 }).catch(() => undefined);
    if (!submission) return undefined;
    const { status, owner, snoozedUntil, clock, revision, lastMessage, inbound } = submission;
    const words = lastMessage?.state === "unread" && inbound.findLast(({ type }) => type === "message")?.text;
    patch(ref, { status, owner, snoozedUntil, clock, revision, lastMessage, ...(words ? { excerpt: words } : {}) });
    return submission;
  };
  return {
    patch,
    /** Changes the pending mails that are shown until the submission is read again. */
    patchMails: (ref: SubmissionRef, change: (mails: Mails) => Mails) =>
      client.setQueryData<Submission>(
        submissionKey(ref),
        (known) => known && { ...known, pendingMails: change(known.pendingMails) },
      ),
    reread,
    getSubmission,
    getKnown: (ref: SubmissionRef) => getSubmission(ref) ?? getRow(ref),
    prefetch: (ref: SubmissionRef) => client.prefetchQuery({ ...submissionQuery(ref), staleTime: 30_000 }),
    /** @returns the new state of the submission if `refs` contains only one, otherwise an empty list */
    refreshSubmissions: async (refs: readonly SubmissionRef[]): Promise<(Submission | undefined)[]> => {
      const [ref] = refs;
      if (ref && refs.length === 1) return [await reread(ref)];
      const keys = [listKey, ...refs.map(submissionKey)];
      // A read that is already running may return a state older than the shown one.
      for (const queryKey of keys) void client.cancelQueries({ queryKey }, { revert: false });
      await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
      return [];
    },
    refreshList: () => client.invalidateQueries({ queryKey: listKey }),
    refresh: () => client.invalidateQueries(),
  };
}

export type NewChange =
  | { type: "status"; status: Status; reason?: string; block?: SenderBlock }
  | { type: "owner"; owner: Owner | null }
  | { type: "snooze"; until: Date | null };

export type ChangeFields = Pick<InboxRow, "status" | "owner" | "snoozedUntil">;
export type SeenSubmission = SubmissionRef & ChangeFields;

export type MadeChange = {
  readonly change: NewChange;
  /** The submissions as they were before the change. */
  items: readonly SeenSubmission[];
  /** Null until the change is stored; afterwards, the stored changes that have not been undone. */
  stored: readonly StoredChange[] | null;
  isUndoing: boolean;
};

/** With `undo`, reverts the change of one submission or of all. */
export type ChangeStep = { made: MadeChange; undo?: SubmissionRef | "all" };

export const stepKey = ["change"] as const;

export const isSameSubmission = (one: SubmissionRef, other: SubmissionRef) =>
  one.kind === other.kind && one.id === other.id;

export function toChangedFields(change: NewChange): Partial<ChangeFields> {
  if (change.type === "status") return { status: change.status };
  return change.type === "owner" ? { owner: change.owner } : { snoozedUntil: change.until };
}

export function toPreviousFields(
  { type }: NewChange,
  { status, owner, snoozedUntil }: ChangeFields,
): Partial<ChangeFields> {
  return { status: { status }, owner: { owner }, snooze: { snoozedUntil } }[type];
}

type PendingFields = ReadonlyMap<string, Partial<ChangeFields>>;

export function toPendingFields(steps: readonly ChangeStep[]): PendingFields {
  const pending = new Map<string, Partial<ChangeFields>>();
  for (const { made, undo } of steps) {
    for (const item of made.items) {
      if (undo && undo !== "all" && !isSameSubmission(undo, item)) continue;
      const fields = undo ? toPreviousFields(made.change, item) : toChangedFields(made.change);
      pending.set(toSubmissionKey(item), { ...pending.get(toSubmissionKey(item)), ...fields });
    }
  }
  return pending;
}

export function usePendingFields(): PendingFields {
  const steps = useMutationState({
    filters: { mutationKey: stepKey, status: "pending" },
    select: ({ state }) => state.variables as ChangeStep,
  });
  return useMemo(() => toPendingFields(steps), [steps]);
}

export function withPending<Known extends SeenSubmission>(known: Known, pending: PendingFields): Known {
  const fields = pending.get(toSubmissionKey(known));
  return fields ? { ...known, ...fields } : known;
}
