import { accessOperations } from "./desk/access.ts";
import { assignmentOperations } from "./desk/assignment.ts";
import { catalogOperations } from "./desk/catalog.ts";
import { changeOperations } from "./desk/changes.ts";
import { inboundOperations } from "./desk/inbound.ts";
import { liveOperations } from "./desk/live.ts";
import { replyOperations } from "./desk/reply.ts";
import { spamOperations } from "./desk/spam.ts";
import { inboxOperations, mailOperations, peopleOperations } from "./desk/submissions.ts";
import { viewOperations } from "./desk/views.ts";
import type { Operation } from "./operation.ts";
import { operations, serviceOperations } from "./operations.ts";

/** lib/http/dispatch refuses all other methods and paths under /api. */
export const allOperations: readonly Operation[] = [
  operations,
  serviceOperations,
  catalogOperations,
  accessOperations,
  inboxOperations,
  changeOperations,
  liveOperations,
  viewOperations,
  assignmentOperations,
  spamOperations,
  replyOperations,
  mailOperations,
  inboundOperations,
  peopleOperations,
].flatMap((room): Operation[] => Object.values(room));
