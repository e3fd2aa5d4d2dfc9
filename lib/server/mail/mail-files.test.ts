import { randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Operator } from "../../domain/desk/operator.ts";
import { getMailFile, listMailFiles, mailFileName, mailFolder, writeMailFile } from "./mail-files.ts";

const operator = {} as Operator;
let folder: string;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), "encaje-mail-files-"));
  process.env.DATA_DIR = folder;
});
afterAll(() => fs.rm(folder, { recursive: true, force: true }));
beforeEach(() => fs.rm(mailFolder(), { recursive: true, force: true }));

const head = [
  "From: Encaje <hello@example.com>",
  "To: Ana Ruiz <ana@example.com>",
  "Reply-To: hello@example.com",
  "Subject: =?utf-8?Q?Su_proyecto_n=C3=BAmero_7?=",
  "Date: Sat, 21 Nov 2026 12:00:00 +0000",
  "Content-Type: text/plain; charset=utf-8",
];
const content = Buffer.from([...head, "", "Buenos días, Ana.", ""].join("\r\n"));

/** Writes a file with a modification time in the past. */
async function writeOldFile(id: number, secondsAgo: number): Promise<string> {
  const name = mailFileName({ kind: "evaluation", id }, "notice", randomUUID());
  await writeMailFile(name, content);
  const time = Date.now() / 1_000 - secondsAgo;
  await fs.utimes(path.join(mailFolder(), name), time, time);
  return name;
}

test("lists nothing before the first mail is written", async () => {
  expect(await listMailFiles({ operator })).toEqual({ files: [], total: 0 });
});

test("lists the newest mail first, whatever its name", async () => {
  const names = [await writeOldFile(5, 20), await writeOldFile(900, 30), await writeOldFile(12, 10)];
  const { files, total } = await listMailFiles({ operator });
  expect(files.map(({ name }) => name)).toEqual([names[2], names[0], names[1]]);
  expect(files[0]).toMatchObject({ kind: "evaluation", id: 12, mail: "notice", writtenAt: expect.any(Date) });
  expect(total).toBe(3);
});

test("lists the latest hundred mails and counts all", async () => {
  for (let id = 1; id <= 103; id++) await writeOldFile(id, id);
  const { files, total } = await listMailFiles({ operator });
  expect(files.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, at) => at + 1));
  expect(total).toBe(103);
});

test("does not list other files", async () => {
  const name = await writeOldFile(1, 0);
  for (const other of ["notes.txt", "evaluation-1-notice.eml", `${name}.tmp`, name.replace("notice", "other")]) {
    await fs.writeFile(path.join(mailFolder(), other), content);
  }
  expect(await listMailFiles({ operator })).toMatchObject({ files: [{ name }], total: 1 });
});

test("shows a mail with its headers and text", async () => {
  const name = await writeOldFile(7, 0);
  expect(await getMailFile({ name }, { operator })).toEqual({
    name,
    kind: "evaluation",
    id: 7,
    mail: "notice",
    from: "Encaje <hello@example.com>",
    to: ["Ana Ruiz <ana@example.com>"],
    replyTo: "hello@example.com",
    subject: "Su proyecto número 7",
    date: "2026-11-21T12:00:00.000Z",
    text: expect.stringMatching(/^Buenos días, Ana\.\s*$/),
  });
});

test("a missing mail is not found", async () => {
  const missing = getMailFile({ name: mailFileName({ kind: "inquiry", id: 7 }, "reply", randomUUID()) }, { operator });
  await expect(missing).rejects.toMatchObject({ kind: "not_found" });
});

const id = randomUUID();
test.each([
  "../secret.eml",
  `../evaluation-1-notice-${id}.eml`,
  `evaluation-1-notice-${id}.eml/../../secret.eml`,
  `./evaluation-1-notice-${id}.eml`,
  `..%2Fevaluation-1-notice-${id}.eml`,
  `..\\evaluation-1-notice-${id}.eml`,
  `evaluation-1-notice-${id}.eml\n`,
  `evaluation-1-notice-${id}.eml\0`,
  `/etc/passwd`,
  `evaluation-1-..-${id}.eml`,
  "",
])("no other file can be reached by the name %j", async (name) => {
  await fs.mkdir(mailFolder(), { recursive: true });
  for (const place of [folder, mailFolder()]) {
    await fs.writeFile(path.join(place, "secret.eml"), content);
    await fs.writeFile(path.join(folder, `evaluation-1-notice-${id}.eml`), content);
  }
  await expect(getMailFile({ name }, { operator })).rejects.toMatchObject({ kind: "not_found" });
});

test("shows the links of a mail without their tokens", async () => {
  const token = "aZ09_-".repeat(8).slice(0, 43);
  const name = mailFileName({ kind: "evaluation", id: 8 }, "acknowledgement", randomUUID());
  const link = `https://encaje.example/en/consent?token=${token}`;
  await writeMailFile(name, Buffer.from([...head, "", `Yes: ${link}`, `No: ${link}`].join("\r\n")));
  const { text } = await getMailFile({ name }, { operator });
  expect(text).not.toContain(token);
  expect(text.match(/https:\/\/encaje\.example\/en\/consent\?token=…/g)).toHaveLength(2);
});
