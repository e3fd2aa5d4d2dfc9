import { operatorOperations } from "../contract/operator-operations.ts";
import { toApiSubmission, toApiSummary, toInboxQuery, toNewEndpoint } from "../contract/operator-schemas.ts";
import type { Admin } from "../domain/access/operator.ts";
import { EntryInput } from "../domain/catalog/editor/content.ts";
import type { PutEntry } from "../domain/catalog/editor/operations.ts";
import { AppError, onKind, toInvalidInput } from "../domain/errors.ts";
import type { Change } from "../domain/submissions/changes/changes.ts";
import type { SubmissionRef } from "../domain/submissions/core/submission-ref.ts";
import { printCursor } from "../domain/submissions/inbox/inbox-query.ts";
import { findDraft, listDrafts } from "../server/catalog/drafts.ts";
import { publishEntry, saveEntry } from "../server/catalog/edit-entry.ts";
import { addNote } from "../server/submissions/changes/add-note.ts";
import { changeSubmissions } from "../server/submissions/changes/change-submissions.ts";
import { getSubmission } from "../server/submissions/inbox/get-submission.ts";
import { listSubmissionPage } from "../server/submissions/inbox/list-submissions.ts";
import { sendReply } from "../server/submissions/reply/send-reply.ts";
import { listEndpoints, removeEndpoint, saveEndpoint } from "../server/webhooks/endpoints.ts";
import { listEventSamples } from "../server/webhooks/load-event.ts";
import { requireScope } from "./access.ts";
import { handle } from "./handle.ts";
import type { Handler } from "./message.ts";

type Context = { operator: Admin; admin: Admin; now: Date };

async function getChangedSubmission(ref: SubmissionRef, context: Context) {
  return toApiSummary(await getSubmission(ref, context));
}

/** @throws AppError `not_found`, `conflict` */
async function changeSubmission(change: Change, ref: SubmissionRef, context: Context) {
  const { refused } = await changeSubmissions(change, context);
  const { reason, by } = refused[0] ?? {};
  if (reason === "not_found") throw new AppError("not_found", "There is no such submission.");
  if (reason === "repeat") throw new AppError("conflict", "This repeats another submission: change the first one.");
  if (reason === "conflict")
    throw new AppError("conflict", `${by ?? "Somebody"} has changed it: get the submission again.`);
  return getChangedSubmission(ref, context);
}

/** @throws AppError `invalid_input`; `conflict` for an entry that has changed, or exists although it was new */
async function putEntry({ slug, spec, updatedAt = "", ...texts }: PutEntry, context: Context) {
  const before = await findDraft({ slug }, context);
  const entry = before && { id: before.id, slug, published: before.published, updatedAt };
  const createChangedError = () => new AppError("conflict", "The entry's updatedAt has changed: read the entry again.");
  if (before?.updatedAt !== (updatedAt || undefined)) throw createChangedError();
  const parsed = EntryInput.safeParse({ ...texts, slug, entry, ...(spec && { spec: JSON.stringify(spec) }) });
  if (!parsed.success) throw toInvalidInput(parsed.error);
  const saved = await saveEntry(parsed.data, context).catch(
    onKind("invalid_input", (error) => {
      // Another request created the entry meanwhile.
      throw error.fields.includes("slug") ? createChangedError() : error;
    }),
  );
  if ("conflict" in saved) throw new AppError("conflict", `${saved.conflict.by.join(", ")} has changed the entry.`);
  return { ...saved, published: before?.published ?? false };
}

export const operatorRoutes = {
  listApiSubmissions: handle(operatorOperations.listApiSubmissions, async (input, context) => {
    const { query, limit } = toInboxQuery(input);
    const { rows, hasPrevious } = await listSubmissionPage(query, context, limit);
    const [oldest] = rows;
    return {
      submissions: rows.toReversed().map(toApiSummary),
      next: hasPrevious && oldest ? printCursor(oldest) : null,
    };
  }),
  getApiSubmission: handle(operatorOperations.getApiSubmission, async ({ reference }, context) =>
    toApiSubmission(await getSubmission(reference, context)),
  ),
  changeApiStatus: handle(operatorOperations.changeApiStatus, ({ reference, from, to: status, reason }, context) =>
    changeSubmission({ type: "status", items: [{ ...reference, from }], status, reason }, reference, context),
  ),
  changeApiOwner: handle(operatorOperations.changeApiOwner, ({ reference, from, to: owner }, context) =>
    changeSubmission({ type: "owner", items: [{ ...reference, from }], owner }, reference, context),
  ),
  addApiNote: handle(operatorOperations.addApiNote, async ({ reference, text }, context) => {
    await addNote({ ...reference, text }, context);
    return getChangedSubmission(reference, context);
  }),
  sendApiReply: handle(operatorOperations.sendApiReply, async ({ reference, lastMessage, ...reply }, context) => {
    const { startsAt } = await sendReply({ ...reference, ...reply, lastMessage: lastMessage ?? undefined }, context);
    return { ...(await getChangedSubmission(reference, context)), startsAt };
  }),
  listApiEntries: handle(operatorOperations.listApiEntries, async (input, context) => ({
    entries: await listDrafts(input, context),
  })),
  putApiEntry: handle(operatorOperations.putApiEntry, putEntry),
  publishApiEntry: handle(operatorOperations.publishApiEntry, async ({ slug, updatedAt }, context) => {
    const entry = await findDraft({ slug }, context);
    if (!entry) throw new AppError("not_found", "There is no entry with this slug.");
    await publishEntry({ id: entry.id, updatedAt }, context);
    return (await findDraft({ slug }, context)) ?? entry;
  }),
  listApiWebhooks: handle(operatorOperations.listApiWebhooks, async (_input, context) => ({
    webhooks: await listEndpoints(context),
  })),
  subscribeApiWebhook: handle(operatorOperations.subscribeApiWebhook, async (input, context) => {
    if (input.shape === "person") requireScope("submissions:read", context);
    const { endpoint, secret = "" } = await saveEndpoint(toNewEndpoint(input), context);
    return { id: endpoint, secret };
  }),
  unsubscribeApiWebhook: handle(operatorOperations.unsubscribeApiWebhook, async ({ id }, context) => {
    await removeEndpoint({ endpoint: id }, context).catch(onKind("not_found", () => undefined));
    return { id };
  }),
  listEventSamples: handle(operatorOperations.listEventSamples, async (input, context) => {
    if (input.shape === "person") requireScope("submissions:read", context);
    return { samples: await listEventSamples(input, context) };
  }),
} satisfies Record<keyof typeof operatorOperations, Handler>;
