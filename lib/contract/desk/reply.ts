import * as z from "zod/mini";
import {
  CancelledReply,
  NewReply,
  NewReplyFile,
  NewSignature,
  QueuedReply,
  ReplyDesk,
  ReplyFile,
  ReplyFileRef,
  ReplyJob,
} from "../../domain/desk/reply.ts";
import { NewTemplate, SavedTemplate, TemplateRemoval } from "../../domain/desk/reply-template.ts";
import { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { Done, defineDeskOperation, defineDeskPost } from "../operation.ts";

const path = "/admin/inbox/{kind}/{id}";

/** The largest files together in base64, and their name. */
const withFile = { bodyBytesMax: 7 * 1024 * 1024, waitSeconds: 120 };

export const replyOperations = {
  getReplyDesk: defineDeskOperation({
    operationId: "getReplyDesk",
    method: "GET",
    path: `${path}/reply-desk`,
    source: "path",
    input: SubmissionRef,
    output: ReplyDesk,
    status: 200,
    access: "operator",
  }),
  sendReply: defineDeskPost("sendReply", `${path}/reply`, "operator", NewReply, QueuedReply),
  cancelReply: defineDeskPost("cancelReply", `${path}/reply/cancel`, "operator", ReplyJob, CancelledReply),
  hastenReply: defineDeskPost("hastenReply", `${path}/reply/send-now`, "operator", ReplyJob, Done),
  addReplyFile: defineDeskPost("addReplyFile", `${path}/files`, "operator", NewReplyFile, ReplyFile, withFile),
  removeReplyFile: defineDeskPost("removeReplyFile", `${path}/files/{file}/remove`, "operator", ReplyFileRef, Done),
  getReplyFile: defineDeskOperation({
    operationId: "getReplyFile",
    method: "GET",
    path: `${path}/files/{file}`,
    source: "path",
    input: ReplyFileRef,
    output: z.instanceof(Uint8Array),
    status: 200,
    access: "operator",
  }),
  setSignature: defineDeskPost("setSignature", "/admin/account/signature", "operator", NewSignature, Done),
  saveTemplate: defineDeskPost("saveTemplate", "/admin/templates/save", "admin", NewTemplate, SavedTemplate),
  removeTemplate: defineDeskPost("removeTemplate", "/admin/templates/remove", "admin", TemplateRemoval, Done),
};
