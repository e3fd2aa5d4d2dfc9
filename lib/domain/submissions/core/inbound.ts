import * as z from "zod/mini";
import { Done, defineDeskGet, defineDeskPost, nameOperations } from "../../operation.ts";
import { time } from "../../schema-kit.ts";
import { Reference, RowId, type SubmissionRef } from "./submission-ref.ts";

/** `message`: a person wrote it. `auto_reply`: a machine answered or reported a delay. `bounce`: our mail came back. */
const inboundTypes = ["message", "auto_reply", "bounce"] as const;
export const InboundType = z.enum(inboundTypes);
export type InboundType = z.infer<typeof InboundType>;

/**
 * `unknown`: the mail refers to no submission. `other_sender`: it refers to another person's submission.
 * `unauthenticated`: our mail server could not verify the sender. `unreadable`: only the mail's header could be read or
 * stored.
 */
const unmatchedReasons = ["unknown", "other_sender", "unauthenticated", "unreadable"] as const;
export const UnmatchedReason = z.enum(unmatchedReasons);
export type UnmatchedReason = z.infer<typeof UnmatchedReason>;

/** The newest mail of a conversation: `unread` or `read` if the person wrote it, `sent` if we did. */
export const MessageState = z.enum(["unread", "read", "sent"]);
export type MessageState = z.infer<typeof MessageState>;

/** The receiving mail server's result for the sender's domain (DMARC, RFC 7489). */
export const Authentication = z.enum(["pass", "fail", "none"]);
export type Authentication = z.infer<typeof Authentication>;

/** Maximum lengths in characters of the parts of a received mail. */
export const inboundBounds = { fromName: 120, subject: 500, text: 100_000, fileName: 200, messageId: 255 };

export const InboundMail = z.object({
  id: z.string(),
  receivedAt: time(),
  type: InboundType,
  fromName: z.string(),
  fromAddress: z.string(),
  subject: z.string(),
  text: z.string(),
  quoted: z.string(),
  /** The text was cut. */
  isShortened: z._default(z.boolean(), false),
  authentication: Authentication,
  /** If `isKept` is false, only the file's name is stored. */
  files: z.array(z.object({ id: z.string(), name: z.string(), mediaType: z.string(), isKept: z.boolean() })),
});
export type InboundMail = z.output<typeof InboundMail>;

export type UnmatchedMail = InboundMail & { heldReason: UnmatchedReason; suggestion: SubmissionRef | null };

/** Refers to a received mail or one of its files. */
export const InboundRef = z.object({ id: RowId });
export type InboundRef = z.infer<typeof InboundRef>;

export const InboundAttach = z.object({ id: RowId, reference: Reference });
export type InboundAttach = z.infer<typeof InboundAttach>;

export const inboundOperations = nameOperations({
  attachInbound: defineDeskPost("/admin/mail/inbound/attach", "operator", InboundAttach, Done),
  discardInbound: defineDeskPost("/admin/mail/inbound/discard", "operator", InboundRef, Done),
  openInboundFile: defineDeskGet(
    "/admin/mail/inbound/files/{id}",
    InboundRef,
    z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  ),
});

export const inboundFilePath = (id: string) => `/api/admin/mail/inbound/files/${id}`;
