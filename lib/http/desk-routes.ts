import { deskOperations } from "../contract/all-operations.ts";
import { makeApiKey, revokeApiKey } from "../server/access/api-keys.ts";
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
import { dismissBooking, matchBooking } from "../server/bookings/unmatched-bookings.ts";
import { findEntries } from "../server/catalog/drafts.ts";
import {
  deleteEntry,
  importEntry,
  publishDocument,
  publishEntry,
  restoreEntry,
  saveEntry,
  unpublishEntry,
} from "../server/catalog/edit-entry.ts";
import { reviewImport } from "../server/catalog/read-document.ts";
import { changeMailChoices } from "../server/mail/digests.ts";
import { attachInbound, discardInbound } from "../server/mail/inbound/unmatched.ts";
import { discardMails, releaseMail, sendAgain } from "../server/mail/mail-queue.ts";
import { erasePerson } from "../server/people/erasures.ts";
import { exportPerson } from "../server/people/export-person.ts";
import { findPerson } from "../server/people/get-person.ts";
import { publishSite, restoreSite, saveSite } from "../server/site/edit-site.ts";
import { addPicture } from "../server/site/pictures.ts";
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
import { listInboxChanges } from "../server/submissions/inbox/inbox-changes.ts";
import { openInboundFile } from "../server/submissions/inbox/list-inbound.ts";
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
import { cancelReply, sendReplyNow } from "../server/submissions/reply/queued-reply.ts";
import { addReplyFile, getReplyFile, removeReplyFile } from "../server/submissions/reply/reply-files.ts";
import { removeReplyTemplate, saveReplyTemplate } from "../server/submissions/reply/reply-templates.ts";
import { forwardMessage, noteContact, sendReply } from "../server/submissions/reply/send-reply.ts";
import { addBlock, removeBlock } from "../server/submissions/spam/block-list.ts";
import {
  removeEndpoint,
  replayWebhooks,
  rotateSecret,
  saveEndpoint,
  switchEndpoint,
  testEndpoint,
} from "../server/webhooks/endpoints.ts";
import { createSignInCookies } from "./access.ts";
import { handle } from "./handle.ts";
import { handleCsv, handleFile } from "./handle-file.ts";
import type { Handler } from "./message.ts";

const setCookies = (result: { setCookies: string[] }) => result.setCookies;

export const deskRoutes = {
  signIn: handle(deskOperations.signIn, signIn, { setCookies }),
  passSecondFactor: handle(deskOperations.passSecondFactor, passSecondFactor, { setCookies: createSignInCookies }),
  confirmSetUp: handle(deskOperations.confirmSetUp, confirmSetUp, { setCookies: createSignInCookies }),
  signOut: handle(deskOperations.signOut, signOut, { setCookies }),
  acceptInvitation: handle(deskOperations.acceptInvitation, acceptInvitation, { setCookies }),
  changeLanguage: handle(deskOperations.changeLanguage, changeLanguage),
  changeDuty: handle(deskOperations.changeDuty, changeDuty),
  changeOperatorDuty: handle(deskOperations.changeOperatorDuty, changeOperatorDuty),
  changePassword: handle(deskOperations.changePassword, changePassword),
  renewRecoveryCodes: handle(deskOperations.renewRecoveryCodes, renewRecoveryCodes),
  revokeSession: handle(deskOperations.revokeSession, revokeSession),
  revokeOtherSessions: handle(deskOperations.revokeOtherSessions, revokeOtherSessions),
  inviteOperator: handle(deskOperations.inviteOperator, inviteOperator),
  revokeInvitation: handle(deskOperations.revokeInvitation, revokeInvitation),
  changeRole: handle(deskOperations.changeRole, changeRole),
  switchOperator: handle(deskOperations.switchOperator, switchOperator),
  makeApiKey: handle(deskOperations.makeApiKey, makeApiKey),
  revokeApiKey: handle(deskOperations.revokeApiKey, revokeApiKey),
  listSubmissions: handle(deskOperations.listSubmissions, listSubmissions),
  getSubmission: handle(deskOperations.getSubmission, getSubmission),
  markSeen: handle(deskOperations.markSeen, markSeen),
  addNote: handle(deskOperations.addNote, addNote),
  changeSubmissions: handle(deskOperations.changeSubmissions, changeSubmissions),
  undoChanges: handle(deskOperations.undoChanges, undoChanges),
  separateRepeat: handle(deskOperations.separateRepeat, separateRepeat),
  exportSelection: handleCsv(deskOperations.exportSelection, exportSelection),
  listViews: handle(deskOperations.listViews, listViews),
  saveView: handle(deskOperations.saveView, saveView),
  changeView: handle(deskOperations.changeView, changeView),
  deleteView: handle(deskOperations.deleteView, deleteView),
  orderViews: handle(deskOperations.orderViews, orderViews),
  saveAssignmentRule: handle(deskOperations.saveAssignmentRule, saveAssignmentRule),
  switchAssignmentRule: handle(deskOperations.switchAssignmentRule, setAssignmentRuleEnabled),
  orderAssignmentRules: handle(deskOperations.orderAssignmentRules, orderAssignmentRules),
  removeAssignmentRule: handle(deskOperations.removeAssignmentRule, removeAssignmentRule),
  addBlock: handle(deskOperations.addBlock, addBlock),
  removeBlock: handle(deskOperations.removeBlock, removeBlock),
  markSpamSeen: handle(deskOperations.markSpamSeen, markSpamSeen),
  listChanges: handle(deskOperations.listChanges, listInboxChanges),
  getReplyDesk: handle(deskOperations.getReplyDesk, getReplyDesk),
  sendReply: handle(deskOperations.sendReply, sendReply),
  forwardMessage: handle(deskOperations.forwardMessage, forwardMessage),
  cancelReply: handle(deskOperations.cancelReply, cancelReply),
  sendReplyNow: handle(deskOperations.sendReplyNow, sendReplyNow),
  noteContact: handle(deskOperations.noteContact, noteContact),
  addReplyFile: handle(deskOperations.addReplyFile, addReplyFile),
  removeReplyFile: handle(deskOperations.removeReplyFile, removeReplyFile),
  getReplyFile: handleFile(deskOperations.getReplyFile, getReplyFile),
  setSignature: handle(deskOperations.setSignature, setSignature),
  saveTemplate: handle(deskOperations.saveTemplate, saveReplyTemplate),
  removeTemplate: handle(deskOperations.removeTemplate, removeReplyTemplate),
  exportSubmissions: handleCsv(deskOperations.exportSubmissions, exportSubmissions),
  findEntries: handle(deskOperations.findEntries, findEntries),
  saveEntry: handle(deskOperations.saveEntry, saveEntry),
  publishEntry: handle(deskOperations.publishEntry, publishEntry),
  unpublishEntry: handle(deskOperations.unpublishEntry, unpublishEntry),
  publishDocument: handle(deskOperations.publishDocument, publishDocument),
  restoreEntry: handle(deskOperations.restoreEntry, restoreEntry),
  deleteEntry: handle(deskOperations.deleteEntry, deleteEntry),
  reviewImport: handle(deskOperations.reviewImport, reviewImport),
  importEntry: handle(deskOperations.importEntry, importEntry),
  saveSite: handle(deskOperations.saveSite, saveSite),
  publishSite: handle(deskOperations.publishSite, publishSite),
  addPicture: handle(deskOperations.addPicture, addPicture),
  restoreSite: handle(deskOperations.restoreSite, restoreSite),
  sendAgain: handle(deskOperations.sendAgain, sendAgain),
  discardMails: handle(deskOperations.discardMails, discardMails),
  changeMailChoices: handle(deskOperations.changeMailChoices, changeMailChoices),
  releaseMail: handle(deskOperations.releaseMail, releaseMail),
  attachInbound: handle(deskOperations.attachInbound, attachInbound),
  discardInbound: handle(deskOperations.discardInbound, discardInbound),
  matchBooking: handle(deskOperations.matchBooking, matchBooking),
  dismissBooking: handle(deskOperations.dismissBooking, dismissBooking),
  openInboundFile: handleFile(deskOperations.openInboundFile, openInboundFile),
  saveEndpoint: handle(deskOperations.saveEndpoint, saveEndpoint),
  switchEndpoint: handle(deskOperations.switchEndpoint, switchEndpoint),
  removeEndpoint: handle(deskOperations.removeEndpoint, removeEndpoint),
  rotateSecret: handle(deskOperations.rotateSecret, rotateSecret),
  testEndpoint: handle(deskOperations.testEndpoint, testEndpoint),
  replayWebhooks: handle(deskOperations.replayWebhooks, replayWebhooks),
  findPerson: handle(deskOperations.findPerson, findPerson),
  exportPerson: handle(deskOperations.exportPerson, exportPerson),
  erasePerson: handle(deskOperations.erasePerson, erasePerson),
} satisfies Record<keyof typeof deskOperations, Handler>;
