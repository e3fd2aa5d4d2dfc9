import * as z from "zod/mini";
import { Selection } from "../../domain/desk/changes.ts";
import { InboxQuery } from "../../domain/desk/inbox-query.ts";
import { MailChoices } from "../../domain/desk/mail-choices.ts";
import { InboxPageOutput, SubmissionOutput } from "../../domain/desk/submission.ts";
import { DeadMails, MailRelease } from "../../domain/mail/mail.ts";
import { PersonDocument, PersonErasure, PersonExportRequest, PersonSearch } from "../../domain/people/person.ts";
import { SubmissionRef } from "../../domain/submissions/submission-ref.ts";
import { Done, defineDeskOperation, defineDeskPost } from "../operation.ts";

const path = "/admin/inbox/{kind}/{id}";

export const inboxOperations = {
  listSubmissions: defineDeskOperation({
    operationId: "listSubmissions",
    method: "GET",
    path: "/admin/inbox",
    source: "query",
    input: InboxQuery as z.ZodMiniType<InboxQuery, object>,
    output: InboxPageOutput,
    status: 200,
    access: "operator",
  }),
  getSubmission: defineDeskOperation({
    operationId: "getSubmission",
    method: "GET",
    path,
    source: "path",
    input: SubmissionRef,
    output: SubmissionOutput,
    status: 200,
    access: "operator",
  }),
  /** Records on the timeline, once, that the operator has opened it. */
  markSeen: defineDeskPost("markSeen", `${path}/seen`, "operator", SubmissionRef, Done),
  /** A CSV file of the filtered list. */
  exportSubmissions: defineDeskOperation({
    operationId: "exportSubmissions",
    method: "GET",
    path: "/admin/inbox/export",
    source: "query",
    input: InboxQuery,
    output: z.string(),
    status: 200,
    access: "operator",
  }),
  /** A CSV file of the given submissions. */
  exportSelection: defineDeskOperation({
    operationId: "exportSelection",
    method: "GET",
    path: "/admin/inbox/selection",
    source: "query",
    input: Selection,
    output: z.string(),
    status: 200,
    access: "operator",
  }),
};

const Count = z.object({ count: z.int() });

export const mailOperations = {
  sendAgain: defineDeskPost("sendAgain", "/admin/mail/send-again", "operator", DeadMails, Count),
  discardMails: defineDeskPost("discardMails", "/admin/mail/discard", "operator", DeadMails, Count),
  changeMailChoices: defineDeskPost("changeMailChoices", "/admin/account/mails", "operator", MailChoices, Done),
  /** Counts the mails that were discarded. */
  releaseMail: defineDeskPost("releaseMail", "/admin/mail/release", "admin", MailRelease, Count),
};

/** Searches all texts, which may take a minute, after waiting for another search. */
const slow = { waitSeconds: 130 };

/** E-mail addresses travel in bodies, never in URLs. */
export const peopleOperations = {
  findPerson: defineDeskPost("findPerson", "/admin/people/find", "admin", PersonSearch, SubmissionRef),
  exportPerson: defineDeskPost(
    "exportPerson",
    "/admin/people/download",
    "admin",
    PersonExportRequest,
    PersonDocument,
    slow,
  ),
  erasePerson: defineDeskPost("erasePerson", "/admin/people/erase", "admin", PersonErasure, Done, slow),
};
