import { expect, test } from "vitest";
import { MailJobs } from "../mail/mail-jobs.fixture.ts";
import { prepareMail } from "../mail/prepare-mail.ts";
import { addNote } from "./add-note.ts";
import { DeskRecords, newWord, now } from "./desk.fixture.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
const jobs = new MailJobs(records.client);
const siteParts = {
  pages: { consent: { en: "/c", es: "/c" }, privacy: { en: "/p", es: "/p" } },
  describeAnswer: () => ({ label: "", value: "" }),
};

test("a note tells the active operators whom it mentions once, in their language, and not its author", async () => {
  const word = newWord();
  const [ana, berta, gone] = [
    await records.operator({ name: `Ana ${word}` }),
    await records.operator({ name: `Berta ${word}` }),
    await records.operator({ name: `Gone ${word}`, disabled_at: now }),
  ];
  await records.client.query("UPDATE operators SET language = 'en' WHERE id = $1", [berta.id]);
  const ref = await records.inquiry();
  const text = `@${berta.name} @${berta.name} @${gone.name} @${ana.name}: please call.`;
  const note = { ...ref, text };
  await Promise.all([addNote(note, { operator: ana, now }), addNote(note, { operator: ana, now })]);
  const [event] = await records.listEvents(ref);
  expect(event).toMatchObject({ type: "note", details: { text, mentions: [{ id: berta.id, name: berta.name }] } });
  const queued = await jobs.listFor(ref);
  expect(queued.map(({ data }) => data)).toMatchObject([{ mail: "mention", ...ref, operator: berta.id }]);
  const [job] = queued;
  expect(job && (await prepareMail(job.data, job.id, siteParts, now))).toMatchObject({
    to: [{ operator: berta.id, address: berta.email }],
    isAutomatic: true,
    content: { language: "en", subject: `${ana.name} mentioned you: Inquiry ${ref.id}` },
  });
  await records.client.query("UPDATE operators SET disabled_at = now() WHERE id = $1", [berta.id]);
  expect(job && (await prepareMail(job.data, job.id, siteParts, now))).toBeNull();
});
