import { expect, test } from "vitest";
import { prepareMail } from "../../mail/prepare-mail.ts";
import { QueuedMails } from "../../mail/queued-mails.fixture.ts";
import { DeskRecords, newWord, now } from "../core/desk.fixture.ts";
import { addNote } from "./add-note.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
const mails = new QueuedMails(records.client);
test("notifies each mentioned active operator of a note once, in their language, but not its author", async () => {
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
  const queued = await mails.listFor(ref);
  expect(queued).toMatchObject([{ mail: "mention", operator_id: berta.id, event_id: expect.any(String) }]);
  const [{ id = "", event_id = null } = {}] = queued;
  const prepare = () => {
    const job = { mail: "mention", ...ref, event: event_id ?? "", operator: berta.id } as const;
    return prepareMail(job, id, now);
  };
  expect(await prepare()).toMatchObject({
    to: [{ operator: berta.id, address: berta.email }],
    isAutomatic: true,
    content: { language: "en", subject: `${ana.name} mentioned you: Inquiry ${ref.id}` },
  });
  await records.client.query("UPDATE operators SET disabled_at = now() WHERE id = $1", [berta.id]);
  expect(await prepare()).toEqual({});
});
