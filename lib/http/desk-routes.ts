import { accessOperations } from "../domain/access/sign-in.ts";
import { catalogOperations } from "../domain/catalog/editor/operations.ts";
import { mailOperations } from "../domain/mail/mail.ts";
import { peopleOperations } from "../domain/people/person.ts";
import { assignmentOperations } from "../domain/submissions/assignment/assignment.ts";
import { changeOperations } from "../domain/submissions/changes/changes.ts";
import { inboundOperations } from "../domain/submissions/core/inbound.ts";
import { inboxOperations } from "../domain/submissions/inbox/inbox-page.ts";
import { liveOperations } from "../domain/submissions/inbox/live.ts";
import { viewOperations } from "../domain/submissions/inbox/views.ts";
import { replyOperations } from "../domain/submissions/reply/reply.ts";
import { spamOperations } from "../domain/submissions/spam/block-list.ts";
import { toDay } from "../domain/time-zone.ts";
import { changePassword } from "../server/access/credential.ts";
import { acceptInvitation, inviteOperator, revokeInvitation } from "../server/access/invitations.ts";
import {
  changeDuty,
  changeLanguage,
  changeOperatorDuty,
  changeRole,
  setSignature,
  switchOperator,
} from "../server/access/operators.ts";
import { confirmSetUp, passSecondFactor, renewRecoveryCodes } from "../server/access/second-factor.ts";
import { revokeOtherSessions, revokeSession } from "../server/access/sessions.ts";
import { signIn, signOut } from "../server/access/sign-in.ts";
import { findEntries } from "../server/catalog/drafts.ts";
import {
  deleteEntry,
  importEntry,
  publishEntry,
  restoreEntry,
  saveEntry,
  unpublishEntry,
} from "../server/catalog/edit-entry.ts";
import { reviewImport } from "../server/catalog/read-document.ts";
import { changeMailChoices } from "../server/mail/digests.ts";
import { releaseMail } from "../server/mail/hold.ts";
import { attachInbound, discardInbound } from "../server/mail/inbound/unmatched.ts";
import { discardMails, sendAgain } from "../server/mail/mail-queue.ts";
import { erasePerson } from "../server/people/erasures.ts";
import { exportPerson } from "../server/people/export-person.ts";
import { findPerson } from "../server/people/get-person.ts";
import { site } from "../server/site.ts";
import {
  orderAssignmentRules,
  removeAssignmentRule,
  saveAssignmentRule,
  setAssignmentRuleEnabled,
} from "../server/submissions/assignment/assignment-rules.ts";
import { addNote } from "../server/submissions/changes/add-note.ts";
import { changeSubmissions } from "../server/submissions/changes/change-submissions.ts";
import { separateRepeat } from "../server/submissions/changes/separate-repeat.ts";
import { undoChanges } from "../server/submissions/changes/undo-changes.ts";
import { exportSelection, exportSubmissions } from "../server/submissions/inbox/export-submissions.ts";
import { getSubmission, markSeen } from "../server/submissions/inbox/get-submission.ts";
import { viewSubmission } from "../server/submissions/inbox/inbox-changes.ts";
import { listSubmissions } from "../server/submissions/inbox/list-submissions.ts";
import {
  changeView,
  deleteView,
  listViews,
  markSpamSeen,
  orderViews,
  saveView,
} from "../server/submissions/inbox/views.ts";
import { getReplyDesk } from "../server/submissions/reply/get-reply-desk.ts";
import { cancelReply, hastenReply } from "../server/submissions/reply/queued-reply.ts";
import { addReplyFile, getReplyFile, removeReplyFile } from "../server/submissions/reply/reply-files.ts";
import { removeReplyTemplate, saveReplyTemplate } from "../server/submissions/reply/reply-templates.ts";
import { sendReply } from "../server/submissions/reply/send-reply.ts";
import { addBlock, listBlocks, removeBlock } from "../server/submissions/spam/block-list.ts";
import { handle } from "./handle.ts";
import { handleCsv } from "./handle-csv.ts";
import { handleFile } from "./handle-file.ts";
import { handleInboundFile } from "./handle-inbound-file.ts";
import { handleLive } from "./handle-live.ts";
import type { Handler } from "./message.ts";
import { readSignInClient, writeSignedIn } from "./sign-in-client.ts";

type AllOperations = typeof accessOperations &
  typeof catalogOperations &
  typeof inboxOperations &
  typeof changeOperations &
  typeof liveOperations &
  typeof viewOperations &
  typeof assignmentOperations &
  typeof spamOperations &
  typeof replyOperations &
  typeof mailOperations &
  typeof inboundOperations &
  typeof peopleOperations;

export const deskRoutes = {
  signIn: handle(
    accessOperations.signIn,
    (input, context) => signIn(input, { ...context, client: readSignInClient(context) }),
    { setCookies: (result) => result.setCookies },
  ),
  passSecondFactor: handle(
    accessOperations.passSecondFactor,
    (input, context) => passSecondFactor(input, { ...context, client: readSignInClient(context) }),
    { setCookies: writeSignedIn },
  ),
  confirmSetUp: handle(
    accessOperations.confirmSetUp,
    (input, context) => confirmSetUp(input, { ...context, client: readSignInClient(context) }),
    { setCookies: writeSignedIn },
  ),
  signOut: handle(accessOperations.signOut, signOut, {
    setCookies: (result) => result.setCookies,
  }),
  acceptInvitation: handle(accessOperations.acceptInvitation, acceptInvitation),
  changeLanguage: handle(accessOperations.changeLanguage, changeLanguage),
  changeDuty: handle(accessOperations.changeDuty, changeDuty),
  changeOperatorDuty: handle(accessOperations.changeOperatorDuty, changeOperatorDuty),
  changePassword: handle(accessOperations.changePassword, changePassword),
  renewRecoveryCodes: handle(accessOperations.renewRecoveryCodes, renewRecoveryCodes),
  revokeSession: handle(accessOperations.revokeSession, revokeSession),
  revokeOtherSessions: handle(accessOperations.revokeOtherSessions, revokeOtherSessions),
  inviteOperator: handle(accessOperations.inviteOperator, inviteOperator),
  revokeInvitation: handle(accessOperations.revokeInvitation, revokeInvitation),
  changeRole: handle(accessOperations.changeRole, changeRole),
  switchOperator: handle(accessOperations.switchOperator, switchOperator),
  listSubmissions: handle(inboxOperations.listSubmissions, (query, context) => listSubmissions(query, context)),
  getSubmission: handle(inboxOperations.getSubmission, getSubmission),
  markSeen: handle(inboxOperations.markSeen, markSeen),
  addNote: handle(changeOperations.addNote, addNote),
  changeSubmissions: handle(changeOperations.changeSubmissions, changeSubmissions),
  undoChanges: handle(changeOperations.undoChanges, undoChanges),
  separateRepeat: handle(changeOperations.separateRepeat, separateRepeat),
  exportSelection: handleCsv(inboxOperations.exportSelection, "/admin/inbox", (selection, { operator, now }) => ({
    fileName: `submissions-${toDay(now, site().timeZone)}.csv`,
    parts: exportSelection(selection, { operator, now }),
  })),
  listViews: handle(viewOperations.listViews, listViews),
  saveView: handle(viewOperations.saveView, saveView),
  changeView: handle(viewOperations.changeView, changeView),
  deleteView: handle(viewOperations.deleteView, deleteView),
  orderViews: handle(viewOperations.orderViews, orderViews),
  saveAssignmentRule: handle(assignmentOperations.saveAssignmentRule, saveAssignmentRule),
  switchAssignmentRule: handle(assignmentOperations.switchAssignmentRule, setAssignmentRuleEnabled),
  orderAssignmentRules: handle(assignmentOperations.orderAssignmentRules, orderAssignmentRules),
  removeAssignmentRule: handle(assignmentOperations.removeAssignmentRule, removeAssignmentRule),
  listBlocks: handle(spamOperations.listBlocks, listBlocks),
  addBlock: handle(spamOperations.addBlock, addBlock),
  removeBlock: handle(spamOperations.removeBlock, removeBlock),
  markSpamSeen: handle(spamOperations.markSpamSeen, markSpamSeen),
  watchInbox: handleLive(liveOperations.watchInbox),
  viewSubmission: handle(liveOperations.viewSubmission, viewSubmission),
  getReplyDesk: handle(replyOperations.getReplyDesk, getReplyDesk),
  sendReply: handle(replyOperations.sendReply, sendReply),
  cancelReply: handle(replyOperations.cancelReply, cancelReply),
  hastenReply: handle(replyOperations.hastenReply, hastenReply),
  addReplyFile: handle(replyOperations.addReplyFile, addReplyFile),
  removeReplyFile: handle(replyOperations.removeReplyFile, removeReplyFile),
  getReplyFile: handleFile(replyOperations.getReplyFile, getReplyFile),
  setSignature: handle(replyOperations.setSignature, setSignature),
  saveTemplate: handle(replyOperations.saveTemplate, saveReplyTemplate),
  removeTemplate: handle(replyOperations.removeTemplate, removeReplyTemplate),
  exportSubmissions: handleCsv(inboxOperations.exportSubmissions, "/admin/inbox", (query, { operator, now }) => ({
    fileName: `submissions-${toDay(now, site().timeZone)}.csv`,
    parts: exportSubmissions(query, { operator, now }),
  })),
  findEntries: handle(catalogOperations.findEntries, findEntries),
  saveEntry: handle(catalogOperations.saveEntry, saveEntry),
  publishEntry: handle(catalogOperations.publishEntry, publishEntry),
  unpublishEntry: handle(catalogOperations.unpublishEntry, unpublishEntry),
  restoreEntry: handle(catalogOperations.restoreEntry, restoreEntry),
  deleteEntry: handle(catalogOperations.deleteEntry, deleteEntry),
  reviewImport: handle(catalogOperations.reviewImport, reviewImport),
  importEntry: handle(catalogOperations.importEntry, importEntry),
  sendAgain: handle(mailOperations.sendAgain, sendAgain),
  discardMails: handle(mailOperations.discardMails, discardMails),
  changeMailChoices: handle(mailOperations.changeMailChoices, changeMailChoices),
  releaseMail: handle(mailOperations.releaseMail, releaseMail),
  attachInbound: handle(inboundOperations.attachInbound, attachInbound),
  discardInbound: handle(inboundOperations.discardInbound, discardInbound),
  openInboundFile: handleInboundFile,
  findPerson: handle(peopleOperations.findPerson, findPerson),
  exportPerson: handle(peopleOperations.exportPerson, exportPerson),
  erasePerson: handle(peopleOperations.erasePerson, erasePerson),
} satisfies Record<keyof AllOperations, Handler>;
