import * as z from "zod/mini";
import { InboundAttach, InboundFileRef, InboundMailRef } from "../../domain/submissions/inbound.ts";
import { Done, defineDeskOperation, defineDeskPost } from "../operation.ts";

export const inboundOperations = {
  attachInbound: defineDeskPost("attachInbound", "/admin/mail/inbound/attach", "operator", InboundAttach, Done),
  discardInbound: defineDeskPost("discardInbound", "/admin/mail/inbound/discard", "operator", InboundMailRef, Done),
  /** The bytes of a file. */
  openInboundFile: defineDeskOperation({
    operationId: "openInboundFile",
    method: "GET",
    path: "/admin/mail/inbound/files/{id}",
    source: "path",
    input: InboundFileRef,
    output: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    status: 200,
    access: "operator",
  }),
};

export const inboundFilePath = (id: string) => `/api/admin/mail/inbound/files/${id}`;
