// Mails with the encodings and attached files that mail programs write.
import { type Case, type Target, writeMailToUs } from "./corpus.fixture.ts";
import {
  type Charset,
  encodedWords,
  encodeText,
  file,
  flowed,
  html,
  multipart,
  type Part,
  plain,
  type Transfer,
} from "./mime.fixture.ts";

const spoken = "¿Cuánto cuesta el paquete para 300 promotores? Señor Núñez";
export const charsets: Charset[] = ["utf-8", "iso-8859-1", "windows-1252"];
export const transfers: Transfer[] = ["8bit", "quoted-printable", "base64"];
const encoding = (name: string, part: () => Part, text: string, subject?: (target: Target) => string): Case => ({
  group: "encodings",
  name,
  expected: "message",
  text,
  write: (target) => writeMailToUs(target, part(), subject ? { subject: subject(target) } : {}),
});
const encodings: Case[] = [
  ...charsets.flatMap((charset) =>
    transfers.flatMap((how) => [
      encoding(`${charset}, ${how}`, () => plain(spoken, { charset, how }), spoken),
      encoding(`${charset}, ${how}, as HTML`, () => html(`<p>${spoken}</p>`, { charset, how }), spoken),
    ]),
  ),
  ...charsets.flatMap((charset) =>
    (["B", "Q"] as const).map((how) =>
      encoding(
        `subject ${charset}, ${how}`,
        () => plain(spoken),
        spoken,
        ({ reference }) =>
          encodedWords(`Re: Recibimos su consulta según lo dicho (referencia ${reference})`, charset, how),
      ),
    ),
  ),
  encoding(
    "an upper-case charset name",
    () => plain(spoken, { charset: "ISO-8859-1", bytes: encodeText(spoken, "iso-8859-1") }),
    spoken,
  ),
  encoding(
    "windows-1252 characters labelled iso-8859-1",
    () => plain("", { charset: "iso-8859-1", bytes: encodeText("12 € “ya”", "windows-1252") }),
    "12 € “ya”",
  ),
  encoding("us-ascii", () => plain("Yes, please.", { charset: "us-ascii", how: "7bit" }), "Yes, please."),
  encoding("no charset", () => plain("Yes, please.", { charset: "", how: "7bit" }), "Yes, please."),
  encoding("format=flowed", () => flowed(`${spoken}. ${spoken}. ${spoken}.`), `${spoken}. ${spoken}. ${spoken}.`),
  encoding("a byte order mark", () => plain("", { bytes: Buffer.from(`\ufeff${spoken}`) }), spoken),
  encoding(
    "line feeds without carriage returns",
    () => plain("", { bytes: Buffer.from("Sí.\nGracias.") }),
    "Sí.\nGracias.",
  ),
  encoding("half of a surrogate pair", () => html("<p>Sí &#xD83D; claro</p>"), "Sí \ufffd claro"),
  encoding("a NUL", () => plain("Sí\0 claro"), "Sí claro"),
  encoding("a character that reverses the text direction", () => plain("Sí \u202Eclaro"), "Sí claro"),
  encoding("HTML with entities", () => html("<p>S&iacute; &mdash; &lt;b&gt;</p>"), "Sí — <b>"),
  encoding(
    "HTML with scripts and styles",
    () => html("<style>p{}</style><script>x()</script><p onclick='x()'>Sí</p>"),
    "Sí",
  ),
  encoding("an empty plain text beside HTML", () => multipart("alternative", [plain(" \n"), html("<p>Sí</p>")]), "Sí"),
];
/** Mails whose bytes do not match the charset. They are stored, and shown as legibly as possible. */
const mislabelled: Case[] = [
  ["utf-8 bytes as us-ascii", "us-ascii", Buffer.from("Sí")],
  ["latin bytes as utf-8", "utf-8", encodeText("Sí", "iso-8859-1")],
  ["an unknown charset", "x-unknown", Buffer.from("Si")],
  ["an invalid charset name", '"; x="', Buffer.from("Si")],
].map(([name, charset, bytes]) => ({
  group: "encodings",
  name: `${name}`,
  expected: "message",
  write: (target) => writeMailToUs(target, plain("", { charset: `${charset}`, bytes: Buffer.from(bytes ?? "") })),
}));

const pdf = Buffer.from("%PDF-1.7\n%%EOF\n");
const withFile = (name: string, part: Part, names: string[]): Case => ({
  group: "files",
  name,
  expected: "message",
  text: "See the file.",
  files: names,
  write: (target) => writeMailToUs(target, multipart("mixed", [plain("See the file."), part])),
});
const files: Case[] = [
  withFile("a name in ASCII", file('filename="brief.pdf"', pdf, { type: "application/pdf" }), ["brief.pdf"]),
  withFile("a name by RFC 2231", file("filename*=utf-8''campa%C3%B1a%20oto%C3%B1o.pdf", pdf), ["campaña otoño.pdf"]),
  withFile("a name by RFC 2231 in pieces", file("filename*0*=utf-8''campa%C3%B1a;\r\n filename*1=-2026.pdf", pdf), [
    "campaña-2026.pdf",
  ]),
  withFile("a name by RFC 2047", file(`filename="${encodedWords("campaña.pdf")}"`, pdf), ["campaña.pdf"]),
  withFile("a name with a path", file('filename="../../etc/passwd"', pdf), [".._.._etc_passwd"]),
  withFile("a name with line breaks", file(`filename="${encodedWords("a\r\nb\u202Egpj.exe")}"`, pdf), ["a b gpj.exe"]),
  withFile("no name", file("x=1", pdf), ["file"]),
  withFile("an empty file", file('filename="empty.txt"', ""), ["empty.txt"]),
  withFile("a program", file('filename="setup.exe"', "MZ"), ["setup.exe"]),
  withFile("an HTML file", file('filename="page.html"', "<script>alert(1)</script>", { type: "text/html" }), [
    "page.html",
  ]),
  withFile(
    "a calendar invitation",
    file('filename="invite.ics"', "BEGIN:VCALENDAR\r\nEND:VCALENDAR", { type: "text/calendar; method=REQUEST" }),
    ["invite.ics"],
  ),
  withFile(
    "an inline picture",
    file('filename="logo.png"', "PNG", {
      type: "image/png",
      disposition: "inline",
      headers: [["Content-ID", "<logo>"]],
    }),
    ["logo.png"],
  ),
  withFile(
    "a forwarded mail",
    {
      headers: [["Content-Type", "message/rfc822"]],
      body: Buffer.from("From: a@b.example\r\nSubject: x\r\n\r\nSecret\r\n"),
    },
    ["mail.eml"],
  ),
  withFile("a signature by S/MIME", file('filename="smime.p7s"', "sig", { type: "application/pkcs7-signature" }), []),
  withFile("a signature by PGP", file('filename="signature.asc"', "sig", { type: "application/pgp-signature" }), []),
  ...["a.docx", "a.xlsx", "a.pptx", "a.csv", "a.zip", "a.jpg"].map((name) =>
    withFile(name, file(`filename="${name}"`, "PK"), [name]),
  ),
];

export const partCases: Case[] = [...encodings, ...mislabelled, ...files];
