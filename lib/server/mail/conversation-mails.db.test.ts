import { expect, test, vi } from "vitest";
import type { SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import { erasePerson } from "../people/erasures.ts";
import { exportPerson } from "../people/export-person.ts";
import { getSubmission, markSeen } from "../submissions/inbox/get-submission.ts";
import { listInboxChanges } from "../submissions/inbox/inbox-changes.ts";
import { cancelReply } from "../submissions/reply/queued-reply.ts";
import { forwardMessage, sendReply } from "../submissions/reply/send-reply.ts";
import { file, mail, multipart, plain } from "./inbound/mime.fixture.ts";
import { receiveMail } from "./inbound/receive-mail.ts";
import { inquiry, lead, MailService, newAddress } from "./mail-service.fixture.ts";

vi.setConfig({ testTimeout: 60_000 });
process.env.AUTH_SECRET ??= "a secret of thirty-two characters";
const service = await MailService.start(process.env);
const context = () => ({ operator: service.admin, now: new Date() });

async function newAcknowledgedLead(change: Record<string, unknown> = {}) {
  const email = newAddress();
  const ref = await lead({ email, language: "es", ...change });
  await service.work();
  await service.waitUntilSent(ref);
  const acknowledgement = service.server.listTo(email)[0]?.messageId;
  return { email, ref, head: [`From: Ana <${email}>`, `In-Reply-To: ${acknowledgement}`, "Subject: Re: Su proyecto"] };
}

const reply = async (ref: SubmissionRef, more: Partial<Parameters<typeof sendReply>[0]> = {}) =>
  sendReply({ ...ref, text: "Hola.", lastMessage: await service.records.lastMessage(ref), ...more }, context());

const readState = async (ref: SubmissionRef) => (await getSubmission(ref, context())).lastMessage?.state;

test("marks a message as unread until an operator opens the submission", async () => {
  const { ref, head } = await newAcknowledgedLead();
  expect(await readState(ref)).toBeUndefined();
  await markSeen(ref, context());
  const write = (text: string) => receiveMail(Buffer.from([...head, "", text].join("\r\n")), { now: new Date() });
  expect(await write("¿El martes?")).toBe("message");
  const { lastMessage, inbound } = await getSubmission(ref, context());
  expect(lastMessage).toEqual({ state: "unread", at: inbound[0]?.receivedAt });
  const { position: after } = await listInboxChanges({}, { now: new Date() });
  const revision = (await service.records.readRow(ref)).revision;
  await Promise.all([1, 2].map(() => markSeen(ref, context())));
  expect(await readState(ref)).toBe("read");
  const { messages } = await listInboxChanges({ after }, { now: new Date() });
  // Meanwhile, the workers of other tests send mails, also this submission's.
  const reads = messages.filter((each) => each.type === "changed" && each.change === "read" && each.id === ref.id);
  expect(reads).toMatchObject([{ type: "changed", change: "read", ...ref, revision: Number(revision) + 1 }]);

  const { job } = await reply(ref);
  expect(await readState(ref)).toBe("sent");
  await cancelReply({ ...ref, job }, context());
  expect(await readState(ref)).toBe("read");
  const undone = { type: "changed", change: "read", ...ref, revision: (await service.records.readRow(ref)).revision };
  expect((await listInboxChanges({ after }, { now: new Date() })).messages).toContainEqual(
    expect.objectContaining(undone),
  );
  await write("¿O el jueves?");
  await reply(ref);
  expect(await readState(ref)).toBe("sent");
});

test("keeps a message unread when a reply that was planned earlier is sent", async () => {
  const { ref, head } = await newAcknowledgedLead();
  const { job } = await reply(ref, { when: new Date(Date.now() + 60_000).toISOString() });
  expect(await readState(ref)).toBeUndefined();
  await receiveMail(Buffer.from([...head, "", "Una cosa más."].join("\r\n")), { now: new Date() });
  await service.records.client.query("UPDATE mails SET due_at = now(), next_at = now() WHERE id = $1", [job]);
  await service.waitUntilSent(ref);
  expect((await getSubmission(ref, context())).lastMessage).toMatchObject({ state: "unread" });
  // The operators' mail about the message may be sent before the reply, or after it.
  const sent = (await service.listMailEvents(ref)).map(({ details }) => details);
  expect(sent).toContainEqual(expect.objectContaining({ mail: "reply" }));
});

test("sends copies of a reply separately, so that a refused copy stops no other", async () => {
  const { email, ref } = await newAcknowledgedLead();
  const [refused, taken] = [newAddress(), newAddress()];
  service.server.refusals.set(refused, [550, "5.1.1 no such user"]);
  await reply(ref, { when: "now", cc: [refused, taken, email.toUpperCase()] });
  await vi.waitFor(() => expect(service.server.listTo(taken)).toHaveLength(1), 20_000);
  await vi.waitFor(async () => {
    expect(await service.listMails(ref)).toMatchObject([{ mail: "copy", state: "dead" }]);
  }, 20_000);
  const [own] = service.server.listTo(email).slice(-1);
  const [copy] = service.server.listTo(taken);
  for (const mail of [own, copy]) {
    expect(mail).toMatchObject({ to: [{ address: email }], cc: [{ address: refused }, { address: taken }] });
    expect(mail?.text).toContain("Hola.");
  }
  expect([own?.envelopeTo, copy?.envelopeTo]).toEqual([[email], [taken]]);
  const answer = [`From: ${taken}`, `In-Reply-To: ${copy?.messageId}`, "Subject: Re", "", "De acuerdo."];
  expect(await receiveMail(Buffer.from(answer.join("\r\n")), { now: new Date() })).toBe("held");
  expect((await getSubmission(ref, context())).pendingMails).toMatchObject([{ mail: "copy", state: "dead" }]);
});

test("forwards a message with its quoted text and files", async () => {
  const { email, ref, head } = await newAcknowledgedLead();
  const attached = file('filename="plan.pdf"', "%PDF-1.4 plan", { type: "application/pdf" });
  const words = plain("¿El martes?\n\nEl lunes, Ana escribió:\n> ¿Cuándo?");
  const raw = mail(
    head.map((line) => [line.replace(/: .*/, ""), line.replace(/^[^:]*: /, "")]),
    multipart("mixed", [words, attached]),
  );
  await receiveMail(raw, { now: new Date() });
  const message = (await service.records.lastMessage(ref)) ?? "";
  const to = newAddress();
  await forwardMessage({ ...ref, message, to, text: "Please look.", language: "en" }, context());
  await vi.waitFor(() => expect(service.server.listTo(to)).toHaveLength(1), 20_000);
  const [forwarded] = service.server.listTo(to);
  expect(forwarded).toMatchObject({
    to: [{ address: to }],
    replyTo: [{ address: "hola@encaje.example" }],
    subject: `Fwd: E-${ref.id} Re: Su proyecto`,
    attachments: [{ filename: "plan.pdf", mimeType: "application/pdf" }],
  });
  for (const text of ["Please look.", `Ana <${email}>`, "> ¿El martes?", "¿Cuándo?"]) {
    expect(forwarded?.text).toContain(text);
  }
  await forwardMessage({ ...ref, to, text: undefined, language: "es" }, context());
  await vi.waitFor(() => expect(service.server.listTo(to)).toHaveLength(2), 20_000);
  expect(service.server.listTo(to)[1]?.text).toContain("> A loyalty programme");
  expect((await service.records.listEvents(ref)).filter(({ type }) => type === "forward")).toMatchObject([
    { actor: service.admin.name, details: { to, text: "Please look.", message } },
    { details: { to } },
  ]);
});

test("forwards a message once if the form is sent twice", async () => {
  const ref = await lead();
  const forward = { ...ref, text: "Please look.", language: "en" } as const;
  const [to, other] = [newAddress(), newAddress()];
  for (const each of [to, to, other]) await forwardMessage({ ...forward, to: each }, context());
  expect((await service.records.listEvents(ref)).filter(({ type }) => type === "forward")).toMatchObject([
    { details: { to } },
    { details: { to: other } },
  ]);
});

test("forwards no message of another submission or of a person who withdrew", async () => {
  const { ref, head } = await newAcknowledgedLead();
  await receiveMail(Buffer.from([...head, "", "Hola."].join("\r\n")), { now: new Date() });
  const other = await inquiry();
  const forward = { to: newAddress(), text: undefined, language: "en" } as const;
  const message = await service.records.lastMessage(ref);
  await expect(forwardMessage({ ...other, ...forward, message }, context())).rejects.toMatchObject({
    kind: "not_found",
  });
  await service.records.client.query("UPDATE submissions SET consent_withdrawn_at = now() WHERE id = $1", [ref.id]);
  await expect(forwardMessage({ ...ref, ...forward }, context())).rejects.toMatchObject({ kind: "conflict" });
  expect((await service.listMails(ref)).filter((each) => each.mail === "forward")).toEqual([]);
});

test("sends nothing to an erased address", async () => {
  const { email, ref } = await newAcknowledgedLead();
  await service.stopWorkers();
  const [gone, kept] = [newAddress(), newAddress()];
  await reply(ref, { when: "now", cc: [gone, kept] });
  await forwardMessage({ ...ref, to: gone, text: undefined, language: "en" }, context());
  await erasePerson({ email: gone }, { admin: service.admin, now: new Date() });
  await service.work();
  await service.waitUntilSent(ref);
  expect(service.server.listTo(gone)).toEqual([]);
  expect(service.server.listTo(kept)).toMatchObject([{ cc: [{ address: kept }] }]);
  const { evaluations } = await exportPerson({ submission: ref }, { admin: service.admin, now: new Date() });
  expect(JSON.stringify(evaluations)).toContain(kept);
  await erasePerson({ email }, { admin: service.admin, now: new Date() });
  const { rows } = await service.records.client.query("SELECT id FROM submission_events WHERE details::text LIKE $1", [
    `%${kept}%`,
  ]);
  expect(rows).toEqual([]);
});
