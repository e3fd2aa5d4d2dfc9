import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { filesBytesMax, findFileType, type NewReplyFile } from "../../../domain/submissions/reply/reply.ts";
import { erasePerson } from "../../people/erasures.ts";
import { exportPerson } from "../../people/export-person.ts";
import { DeskRecords, hoursAgo, now } from "../core/desk.fixture.ts";
import { addReplyFile, getReplyFile, purgeDraftFiles, removeReplyFile } from "./reply-files.ts";
import { sendReply } from "./send-reply.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
const [ana, beto, admin] = [await records.operator(), await records.operator(), await records.admin()];

type Ref = Pick<NewReplyFile, "kind" | "id">;
const add = (ref: Ref, name: string, content: Buffer, operator = ana) =>
  addReplyFile({ ...ref, name, content: content.toString("base64") }, { operator, now });
const countFiles = async ({ kind, id }: Ref) =>
  (await records.client.query("SELECT FROM reply_files WHERE kind = $1 AND submission_id = $2", [kind, id])).rowCount;

/** Creates a zip archive of one file. Office documents are zip archives. */
function zip(name: string, content: string): Buffer {
  const [path, bytes] = [Buffer.from(name), Buffer.from(content)];
  const header = Buffer.alloc(26);
  header.writeUInt16LE(20, 0);
  header.writeUInt32LE(crc32(bytes), 10);
  header.writeUInt32LE(bytes.length, 14);
  header.writeUInt32LE(bytes.length, 18);
  header.writeUInt16LE(path.length, 22);
  return Buffer.concat([Buffer.from("PK\x03\x04"), header, path, bytes, Buffer.from("PK\x05\x06"), Buffer.alloc(18)]);
}
const office = (kind: string) =>
  zip(
    "[Content_Types].xml",
    `<Types><Override ContentType="application/vnd.openxmlformats-officedocument.${kind}.main+xml"/></Types>`,
  );
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const jpg = Buffer.from("ffd8ffe000104a46494600010100000100010000ffd9", "hex");
const pdf = Buffer.from("%PDF-1.7\n%âãÏÓ\n");

test.each([
  ["offer.pdf", pdf],
  ["plan.PNG", png],
  ["photo.jpg", jpg],
  ["photo.jpeg", jpg],
  ["letter.docx", office("wordprocessingml.document")],
  ["sums.xlsx", office("spreadsheetml.sheet")],
  ["slides.pptx", office("presentationml.presentation")],
  ["table.csv", Buffer.from("país;año\nMéxico;2026\n")],
  ["note.txt", Buffer.from("\uFEFFHola,\r\n\ttodo listo.")],
  ["excel.csv", Buffer.from("\uFEFFaño,2026", "utf16le")],
])("accepts the file %s in a reply", async (name, content) => {
  const ref = await records.inquiry();
  const { id } = await add(ref, name, content);
  const file = await getReplyFile({ ...ref, file: id }, { operator: ana });
  expect([file.name, Buffer.from(file.content).equals(content)]).toEqual([name, true]);
});

test.each([
  ["offer.pdf", Buffer.from("MZ\x90\0 a program")],
  ["offer.pdf", png],
  ["plan.png", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")],
  ["letter.docx", zip("a.txt", "an archive")],
  ["letter.docx", office("spreadsheetml.sheet")],
  ["note.txt", Buffer.from("a\0b")],
  ["note.txt", Buffer.from([0xc3, 0x28])],
  ["note.txt", Buffer.from(" <!doctype html><script>alert(1)</script>")],
  ["note.txt", pdf],
  ["offer.exe", Buffer.from("MZ")],
  ["offer.pdf.html", Buffer.from("text")],
  ["pdf", pdf],
  ["macro.docm", office("wordprocessingml.document")],
])("refuses a file of an unsupported or wrong type: %s", async (name, content) => {
  const ref = await records.inquiry();
  await expect(add(ref, name, content)).rejects.toMatchObject({ kind: "unsupported_media_type" });
  expect(await countFiles(ref)).toBe(0);
});

test("limits the files of a draft reply to five megabytes in total", async () => {
  const ref = await records.inquiry();
  const half = Buffer.alloc(filesBytesMax / 2, "a");
  const outcomes = await Promise.allSettled([1, 2, 3].map((at) => add(ref, `${at}.txt`, half)));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "fulfilled", "rejected"]);
  await expect(add(ref, "a.txt", Buffer.from("a"))).rejects.toMatchObject({ kind: "too_large" });
  await add(ref, "a.txt", half, beto);
});

test("accepts only files of the operator's own draft in a reply", async () => {
  const [ref, other] = [await records.inquiry(), await records.inquiry()];
  const { id } = await add(ref, "a.txt", Buffer.from("a"));
  const own = { ...ref, file: id };
  await expect(getReplyFile(own, { operator: beto })).rejects.toMatchObject({ kind: "not_found" });
  await expect(removeReplyFile(own, { operator: beto, now })).rejects.toMatchObject({ kind: "not_found" });
  await expect(getReplyFile({ ...other, file: id }, { operator: ana })).rejects.toMatchObject({ kind: "not_found" });
  const reply = { revision: 0, text: "Hola", files: [id] };
  for (const [of, operator] of [[ref, beto] as const, [other, ana] as const]) {
    await expect(sendReply({ ...of, ...reply }, { operator, now })).rejects.toMatchObject({ kind: "conflict" });
  }
  await sendReply({ ...ref, ...reply }, { operator: ana, now });
  expect(await getReplyFile(own, { operator: beto })).toMatchObject({ name: "a.txt" });
  await expect(removeReplyFile(own, { operator: ana, now })).rejects.toMatchObject({ kind: "not_found" });
});

test("replaces path separators and line breaks in a file name", async () => {
  const ref = await records.inquiry();
  expect(await add(ref, "../a\r\n/b.txt", Buffer.from("a"))).toMatchObject({ name: ".._a _b.txt" });
  expect(findFileType("constructor.toString")).toBeNull();
});

test("purges the files of a draft reply after a week, but not sent files", async () => {
  const [ref, sent] = [await records.inquiry(), await records.inquiry()];
  const content = btoa("a");
  const before = { operator: ana, now: hoursAgo(8 * 24) };
  await addReplyFile({ ...ref, name: "a.txt", content }, before);
  const { id } = await addReplyFile({ ...sent, name: "a.txt", content }, before);
  await sendReply({ ...sent, text: "Hola", files: [id] }, { operator: ana, now });
  await purgeDraftFiles({ now });
  expect([await countFiles(ref), await countFiles(sent)]).toEqual([0, 1]);
});

test("exports and erases the sent files of a person", async () => {
  const ref = await records.inquiry();
  const { id } = await add(ref, "offer.pdf", pdf);
  await sendReply({ ...ref, text: "Hola", files: [id] }, { operator: ana, now });
  const document = await exportPerson({ submission: ref }, { admin, now });
  expect(document.inquiries[0]?.timeline).toMatchObject([
    { type: "status" },
    { type: "reply", actor: "operator", details: { text: "Hola", files: [{ name: "offer.pdf", size: pdf.length }] } },
  ]);
  const { email } = await records.readRow(ref);
  await erasePerson({ email: `${email}` }, { admin, now });
  expect(await countFiles(ref)).toBe(0);
});
