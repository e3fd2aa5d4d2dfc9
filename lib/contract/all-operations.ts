import { keyOperations } from "../domain/access/api-keys.ts";
import { accessOperations } from "../domain/access/sign-in.ts";
import { catalogOperations } from "../domain/catalog/editor/operations.ts";
import { mailOperations } from "../domain/mail/mail.ts";
import type { Operation } from "../domain/operation.ts";
import { peopleOperations } from "../domain/people/person.ts";
import { siteOperations } from "../domain/site-operations.ts";
import { assignmentOperations } from "../domain/submissions/assignment/assignment.ts";
import { changeOperations } from "../domain/submissions/changes/changes.ts";
import { inboundOperations } from "../domain/submissions/core/inbound.ts";
import { bookingOperations, inboxOperations, liveOperations } from "../domain/submissions/inbox/inbox-page.ts";
import { viewOperations } from "../domain/submissions/inbox/views.ts";
import { replyOperations } from "../domain/submissions/reply/reply.ts";
import { spamOperations } from "../domain/submissions/spam/block-list.ts";
import { webhookOperations } from "../domain/webhooks/endpoint.ts";
import { operations, serviceOperations } from "./operations.ts";
import { operatorOperations } from "./operator-operations.ts";

export const deskOperations = {
  ...catalogOperations,
  ...siteOperations,
  ...accessOperations,
  ...keyOperations,
  ...inboxOperations,
  ...changeOperations,
  ...liveOperations,
  ...viewOperations,
  ...assignmentOperations,
  ...spamOperations,
  ...replyOperations,
  ...mailOperations,
  ...inboundOperations,
  ...bookingOperations,
  ...peopleOperations,
  ...webhookOperations,
};

/** All operations under /api. lib/http/dispatch rejects any other method or path there. */
export const allOperations: readonly Operation[] = [
  operations,
  serviceOperations,
  deskOperations,
  operatorOperations,
].flatMap((table): Operation[] => Object.values(table));
