import * as z from "zod/mini";
import { DeadMails } from "../../domain/mail/mail.ts";
import { defineDeskOperation } from "../operation.ts";

const deadMails = {
  method: "POST",
  source: "body",
  input: DeadMails,
  output: z.object({ count: z.int() }),
  status: 200,
  access: "operator",
} as const;

export const mailOperations = {
  sendAgain: defineDeskOperation({ ...deadMails, operationId: "sendAgain", path: "/admin/mail/send-again" }),
  discardMails: defineDeskOperation({ ...deadMails, operationId: "discardMails", path: "/admin/mail/discard" }),
};
