import * as z from "zod/mini";
import { listKeys } from "../../json.ts";
import { Locale } from "../../locale.ts";
import { foldAddress } from "../../mail-address.ts";
import { Done, defineDeskGet, defineDeskPost, nameOperations } from "../../operation.ts";
import { toBodyText } from "../../plain-text.ts";
import { base64, isoTime, optionalText, text } from "../../schema-kit.ts";
import { isStorable } from "../../text-bounds.ts";
import { submissionFields } from "../core/schema.ts";
import { RowId, SubmissionRef } from "../core/submission-ref.ts";
import { listVariables, NewTemplate, SavedTemplate, TemplateRemoval } from "./reply-template.ts";

export const replyMax = 8000;

/** Seconds in which a reply can be undone. Does not apply to replies sent now or at a chosen time. */
export const undoSeconds = 10;
export const laterDaysMax = 60;

/** Maximum size of a reply's files together. Base64 makes them a third larger in the mail. */
export const filesBytesMax = 5 * 1024 * 1024;
export const filesMax = 10;
export const fileNameMax = 120;

/** Text of a reply, checked and stored in the form in which it is mailed. */
const ReplyText = z.pipe(
  // Text that is empty after cleaning becomes a space, so that it is reported as blank, not as too short.
  z.transform((value: unknown) => (typeof value === "string" && isStorable(value) ? toBodyText(value) || " " : value)),
  text({ min: 1, max: replyMax }).check(
    z.refine((value) => listVariables(value).length === 0, { error: "has a variable that is not filled in" }),
  ),
);

export const ccMax = 5;

export function splitAddresses(text: string): string[] {
  const addresses = text.split(/[\s,;]+/).filter((part) => part !== "");
  return [...new Map(addresses.map((address) => [foldAddress(address), address])).values()];
}

export const isAddress = (text: string) => submissionFields.email.safeParse(text).success;

/** The addresses are typed into one field, so a fault belongs to the field and not to one address. */
const Addresses = z.pipe(
  z.transform((value: unknown) => (typeof value === "string" ? splitAddresses(value) : value)),
  z.array(z.string()).check(
    z.refine((list) => list.length <= ccMax && list.every(isAddress), { error: `must be at most ${ccMax} addresses` }),
    z.meta({ maxItems: ccMax }),
  ),
);

export const NewReply = z.object({
  ...SubmissionRef.shape,
  /** The last message that the operator saw, from `findLastMessage`. Omitted if there are no messages. */
  lastMessage: z.optional(RowId),
  text: ReplyText,
  files: z.optional(z.array(RowId).check(z.maxLength(filesMax))),
  cc: z.optional(Addresses),
  /** Default: after `undoSeconds`. */
  when: z.optional(z.union([z.literal("now"), isoTime()])),
});
export type NewReply = z.infer<typeof NewReply>;

/** A reply that is not sent yet. `job` is also in the mail's Message-ID. */
const QueuedReply = z.object({ job: z.string(), startsAt: z.union([z.date(), isoTime()]) });

export const ReplyJob = z.object({ ...SubmissionRef.shape, job: z.uuid() });
export type ReplyJob = z.infer<typeof ReplyJob>;

const CancelledReply = z.object({ text: z.string(), cc: z._default(z.array(z.string()), []) });

const forwardTextMax = 2000;

/** Passes on a message of the timeline, or the submission's own text. */
export const NewForward = z.object({
  ...SubmissionRef.shape,
  message: z.optional(RowId),
  to: z.pipe(z.string().check(z.trim()), submissionFields.email),
  text: optionalText({ max: forwardTextMax }),
  language: Locale,
});
export type NewForward = z.infer<typeof NewForward>;

export const NewReplyFile = z.object({
  ...SubmissionRef.shape,
  name: text({ min: 1, max: fileNameMax }),
  content: base64(),
});
export type NewReplyFile = z.infer<typeof NewReplyFile>;

export const ReplyFileRef = z.object({ ...SubmissionRef.shape, file: RowId });
export type ReplyFileRef = z.infer<typeof ReplyFileRef>;

export const ReplyFile = z.object({ id: z.string(), name: z.string(), size: z.int() });
export type ReplyFile = z.infer<typeof ReplyFile>;

/** Types of files that a reply may have. A file's content decides its type and must match the extension. */
export const fileTypes = {
  pdf: "application/pdf",
  png: "image/png",
  jpg: "image/jpeg",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  csv: "text/csv",
  txt: "text/plain",
} as const;
export type FileType = keyof typeof fileTypes;

export function findFileType(name: string): FileType | null {
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase();
  const known = extension === "jpeg" ? "jpg" : extension;
  return listKeys(fileTypes).find((type) => type === known) ?? null;
}

export const ReplyDesk = z.object({
  sender: z.string(),
  signature: z.string(),
  /** The acknowledgement asked the person for consent. */
  isConsentAsked: z.boolean(),
  site: z.object({ name: z.string(), url: z.string(), contactEmail: z.string(), timeZone: z.string() }),
  /** Templates filled in for this person, in the person's language. Those that suit the submission come first. */
  templates: z.array(z.object({ id: z.int(), name: z.string(), suits: z.boolean(), text: z.string() })),
  files: z.array(ReplyFile),
  isEditor: z.boolean(),
});
export type ReplyDesk = z.infer<typeof ReplyDesk>;

const signatureMax = 400;

/** An empty signature restores the default: the operator's and the company's name. */
export const NewSignature = z.object({
  signature: z.pipe(
    z.transform((value: unknown) => (typeof value === "string" && isStorable(value) ? toBodyText(value) : value)),
    text({ max: signatureMax }),
  ),
});
export type NewSignature = z.infer<typeof NewSignature>;

const path = "/admin/inbox/{kind}/{id}";

/** Limits for uploads, large enough for the largest files in base64 and their names. */
const withFile = { bodyBytesMax: 7 * 1024 * 1024, waitSeconds: 120 };

export const replyOperations = nameOperations({
  getReplyDesk: defineDeskGet(`${path}/reply-desk`, SubmissionRef, ReplyDesk),
  sendReply: defineDeskPost(`${path}/reply`, "operator", NewReply, QueuedReply),
  cancelReply: defineDeskPost(`${path}/reply/cancel`, "operator", ReplyJob, CancelledReply),
  forwardMessage: defineDeskPost(`${path}/forward`, "operator", NewForward, Done),
  sendReplyNow: defineDeskPost(`${path}/reply/send-now`, "operator", ReplyJob, Done),
  noteContact: defineDeskPost(`${path}/contact`, "operator", SubmissionRef, Done),
  addReplyFile: defineDeskPost(`${path}/files`, "operator", NewReplyFile, ReplyFile, withFile),
  removeReplyFile: defineDeskPost(`${path}/files/{file}/remove`, "operator", ReplyFileRef, Done),
  getReplyFile: defineDeskGet(`${path}/files/{file}`, ReplyFileRef, z.instanceof(Uint8Array)),
  setSignature: defineDeskPost("/admin/account/signature", "operator", NewSignature, Done),
  saveTemplate: defineDeskPost("/admin/templates/save", "admin", NewTemplate, SavedTemplate),
  removeTemplate: defineDeskPost("/admin/templates/remove", "admin", TemplateRemoval, Done),
});
