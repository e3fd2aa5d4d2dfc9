import { accessOperations } from "../contract/desk/access.ts";
import { assignmentOperations } from "../contract/desk/assignment.ts";
import { catalogOperations } from "../contract/desk/catalog.ts";
import { changeOperations } from "../contract/desk/changes.ts";
import { inboundOperations } from "../contract/desk/inbound.ts";
import { liveOperations } from "../contract/desk/live.ts";
import { replyOperations } from "../contract/desk/reply.ts";
import { spamOperations } from "../contract/desk/spam.ts";
import { inboxOperations, mailOperations, peopleOperations } from "../contract/desk/submissions.ts";
import { viewOperations } from "../contract/desk/views.ts";
import { toDay } from "../domain/time-zone.ts";
import { changeDuty, changeOperatorDuty } from "../server/auth/duty.ts";
import { acceptInvitation, inviteOperator, revokeInvitation } from "../server/auth/invitations.ts";
import { changeLanguage, changeRole, switchOperator } from "../server/auth/operators.ts";
import { changePassword } from "../server/auth/password.ts";
import { confirmSetUp, passSecondFactor, renewRecoveryCodes } from "../server/auth/second-factor.ts";
import { revokeOtherSessions, revokeSession } from "../server/auth/sessions.ts";
import { signIn, signOut } from "../server/auth/sign-in.ts";
import { setSignature } from "../server/auth/signature.ts";
import { findEntries } from "../server/catalog/drafts.ts";
import {
  deleteEntry,
  importEntry,
  publishEntry,
  restoreEntry,
  saveEntry,
  unpublishEntry,
} from "../server/catalog/edit-entry.ts";
import { reviewImport } from "../server/catalog/review-import.ts";
import { changeMailChoices } from "../server/mail/digests.ts";
import { releaseMail } from "../server/mail/hold.ts";
import { attachInbound, discardInbound } from "../server/mail/inbound/held.ts";
import { discardMails, sendAgain } from "../server/mail/mail-queue.ts";
import { erasePerson } from "../server/people/erase-person.ts";
import { exportPerson } from "../server/people/export-person.ts";
import { findPerson } from "../server/people/get-person.ts";
import { site } from "../server/site.ts";
import { addNote } from "../server/submissions/add-note.ts";
import {
  orderAssignmentRules,
  removeAssignmentRule,
  saveAssignmentRule,
  switchAssignmentRule,
} from "../server/submissions/assignment-rules.ts";
import { addBlock, listBlocks, removeBlock } from "../server/submissions/block-list.ts";
import { changeSubmissions } from "../server/submissions/change-submissions.ts";
import { exportSelection, exportSubmissions } from "../server/submissions/export-submissions.ts";
import { getReplyDesk } from "../server/submissions/get-reply-desk.ts";
import { getSubmission } from "../server/submissions/get-submission.ts";
import { listSubmissions } from "../server/submissions/list-submissions.ts";
import { markSeen } from "../server/submissions/mark-seen.ts";
import { cancelReply, hastenReply } from "../server/submissions/queued-reply.ts";
import { addReplyFile, getReplyFile, removeReplyFile } from "../server/submissions/reply-files.ts";
import { removeReplyTemplate, saveReplyTemplate } from "../server/submissions/reply-templates.ts";
import { sendReply } from "../server/submissions/send-reply.ts";
import { separateRepeat } from "../server/submissions/separate-repeat.ts";
import { markSpamSeen } from "../server/submissions/spam-folder.ts";
import { undoChanges } from "../server/submissions/undo-changes.ts";
import { viewSubmission } from "../server/submissions/viewers.ts";
import { changeView, deleteView, listViews, orderViews, saveView } from "../server/submissions/views.ts";
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

/** The handler of each operation of the desk. */
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
  switchAssignmentRule: handle(assignmentOperations.switchAssignmentRule, switchAssignmentRule),
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
