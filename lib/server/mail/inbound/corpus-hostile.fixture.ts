// Mails crafted to break parsers or to impersonate somebody.
import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { type Case, type Target, writeMailToUs } from "./corpus.fixture.ts";
import { encodedWords, file, html, multipart, type Part, plain } from "./mime.fixture.ts";

const bomb = (
  name: string,
  expected: Case["expected"],
  part: () => Part,
  given: Parameters<typeof writeMailToUs>[2] = {},
): Case => ({
  group: "bombs",
  name,
  expected,
  write: (target) => writeMailToUs(target, part(), given),
});

function nestParts(depth: number): Part {
  let part = plain("deep");
  for (let at = 0; at < depth; at++) part = multipart("mixed", [part]);
  return part;
}

function nestMails(depth: number): Part {
  let body = Buffer.from("From: a@b.example\r\n\r\ndeep");
  for (let at = 0; at < depth; at++)
    body = Buffer.concat([Buffer.from("From: a@b.example\r\nContent-Type: message/rfc822\r\n\r\n"), body]);
  return { headers: [["Content-Type", "message/rfc822"]], body };
}

/** Opens `depth` nested parts without closing them, because building the whole mail would be slow. */
function openBoundaries(depth: number): Part {
  const lines = Array.from(
    { length: depth },
    (_, at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n\r\n`,
  );
  return { headers: [["Content-Type", "multipart/mixed; boundary=b0"]], body: Buffer.from(lines.join("")) };
}

const many = (count: number) =>
  multipart(
    "mixed",
    Array.from({ length: count }, () => plain("x")),
  );
const zeros = (megabytes: number) => Buffer.alloc(megabytes * 1024 * 1024);
const lines = (text: string, count: number) => plain(`${text}\n`.repeat(count));
const headers = (count: number, length: number) =>
  Array.from({ length: count }, (_, at): [string, string] => [`X-${at}`, "x".repeat(length)]);

const bombs: Case[] = [
  ...[1, 5, 15].map((depth) => bomb(`${depth} levels`, "message", () => nestParts(depth))),
  ...[30, 300].map((depth) => bomb(`${depth} levels`, "unreadable", () => nestParts(depth))),
  bomb("100,000 levels", "unreadable", () => openBoundaries(100_000)),
  bomb("40 mails within mails", "message", () => nestMails(40)),
  bomb("200 text parts", "message", () => many(200)),
  bomb("20,000 text parts", "unreadable", () => many(20_000)),
  bomb("51 files", "unreadable", () =>
    multipart(
      "mixed",
      Array.from({ length: 51 }, (_, at) => file(`filename="${at}"`, "x")),
    ),
  ),
  bomb("50 files", "message", () =>
    multipart(
      "mixed",
      Array.from({ length: 50 }, (_, at) => file(`filename="${at}"`, "x")),
    ),
  ),
  bomb("400 headers", "message", () => plain("x"), { headers: headers(400, 10) }),
  bomb("10,000 headers", "refused", () => plain("x"), { headers: headers(10_000, 1) }),
  bomb("a header of 1 MB", "unreadable", () => plain("x"), { headers: headers(1, 1_000_000) }),
  bomb("1 MB of headers in one part", "unreadable", () =>
    multipart("mixed", [file('filename="a"', "x", { headers: headers(1, 1_000_000) })]),
  ),
  bomb("40,000 addresses", "unreadable", () => plain("x"), { headers: [["Cc", "a@b.example, ".repeat(40_000)]] }),
  bomb("2,000 addresses", "message", () => plain("x"), { headers: [["Cc", "a@b.example, ".repeat(2_000)]] }),
  bomb("5,000 open brackets in a header", "message", () => plain("x"), { headers: [["Cc", "(<".repeat(5_000)]] }),
  bomb("3 MB as base64", "message", () => multipart("mixed", [plain("x"), file('filename="a.bin"', zeros(2))])),
  bomb("a zip bomb", "message", () => multipart("mixed", [plain("x"), file('filename="a.zip"', gzipSync(zeros(10)))])),
  bomb("a gzip bomb in three layers", "message", () =>
    multipart("mixed", [plain("x"), file('filename="a.gz"', gzipSync(gzipSync(gzipSync(zeros(10)))))]),
  ),
  bomb("2 MB of letters", "message", () => plain("x".repeat(2_000_000))),
  bomb("20,000 lines", "message", () => lines("x", 20_000)),
  bomb("400,000 lines", "unreadable", () => lines("x", 400_000)),
  bomb("100,000 nested quotes", "message", () => plain(`${">".repeat(100_000)}\nYes.`)),
  bomb("20,000 lines that introduce a quote", "message", () => lines("On Mon 1 x wrote", 20_000)),
  bomb("20,000 header lines in the text", "message", () => lines("From: x", 20_000)),
  bomb("100,000 nested HTML elements", "message", () => html("<div>".repeat(100_000))),
  bomb("100,000 nested HTML quotes", "message", () => html("<blockquote>".repeat(100_000))),
  bomb("30,000 nested HTML tables", "message", () => html("<table><tr><td>".repeat(30_000))),
  bomb("3 MB of HTML", "message", () => html("<p>x</p>".repeat(400_000))),
  bomb("300,000 HTML entities", "message", () => html("&lt;".repeat(300_000))),
  bomb("100,000 unclosed HTML comments", "message", () => html("<!--".repeat(100_000))),
  bomb("20,000 encoded words", "unreadable", () => plain("x"), { subject: encodedWords("ñ".repeat(60_000)) }),
  bomb("a boundary that is never closed", "message", () => ({
    headers: [["Content-Type", 'multipart/mixed; boundary="x"']],
    body: Buffer.from("--x\r\n\r\nhalf"),
  })),
  bomb("an empty boundary", "message", () => ({
    headers: [["Content-Type", 'multipart/mixed; boundary=""']],
    body: Buffer.from("--\r\n\r\nhalf"),
  })),
  bomb("broken base64", "message", () => ({
    headers: [["Content-Transfer-Encoding", "base64"]],
    body: Buffer.from("=====%%%%"),
  })),
  bomb("broken quoted-printable", "message", () => ({
    headers: [["Content-Transfer-Encoding", "quoted-printable"]],
    body: Buffer.from("=G1=\r\n=="),
  })),
  { group: "bombs", name: "an empty mail", expected: "refused", write: () => Buffer.alloc(0) },
  { group: "bombs", name: "random bytes", expected: "refused", write: () => randomBytes(100_000) },
  {
    group: "bombs",
    name: "an HTML page instead of a mail",
    expected: "refused",
    write: () => Buffer.from("<html><body>Hello</body></html>"),
  },
  {
    group: "bombs",
    name: "JSON instead of a mail",
    expected: "refused",
    write: () => Buffer.from('{"from": "a@b.example"}'),
  },
];

const spoof = (
  name: string,
  given: (target: Target) => Parameters<typeof writeMailToUs>[2],
  expected: Case["expected"] = "held",
): Case => ({
  group: "spoofed",
  name,
  expected,
  write: (target) => writeMailToUs(target, plain("Send the invoice to this account."), given(target)),
});
const lookAlike = (address: string) => address.replace("example", "ехample");
const guessed = ({ reference }: Target) => ({ answers: null, subject: `Re: ${reference}` });

const spoofed: Case[] = [
  spoof("our Message-ID from another address", ({ other }) => ({ from: other })),
  spoof("our Message-ID and reference from another address", (target) => ({
    from: `Ana Ruiz <${target.other}>`,
    subject: target.reference,
  })),
  spoof("a guessed reference", (target) => ({ ...guessed(target), from: target.other })),
  spoof("the person's address as a name", (target) => ({ from: `"${target.address}" <${target.other}>` })),
  spoof("the person's address as a comment", (target) => ({ from: `${target.other} (${target.address})` })),
  spoof("two senders", (target) => ({ from: `${target.other}, ${target.address}` })),
  spoof("two senders, the person first", (target) => ({ from: `${target.address}, ${target.other}` })),
  spoof("a group of senders", (target) => ({ from: `Team: ${target.address}, ${target.other};` })),
  spoof("two From headers", (target) => ({ from: target.other, headers: [["From", target.address]] })),
  spoof("two From headers, the person first", (target) => ({ headers: [["From", target.other]] })),
  spoof("the person's address only in Reply-To", (target) => ({
    from: target.other,
    headers: [["Reply-To", target.address]],
  })),
  spoof("the person's address only in Sender", (target) => ({
    from: target.other,
    headers: [["Sender", target.address]],
  })),
  spoof("an address with look-alike letters", (target) => ({ from: lookAlike(target.address) })),
  spoof("a longer domain", (target) => ({ from: `${target.address}.evil.example` })),
  spoof("a longer name", (target) => ({ from: `x${target.address}` })),
  spoof("two addresses in brackets, the person first", ({ address, other }) => ({ from: `<${address}> <${other}>` })),
  spoof("two addresses, the last in brackets", ({ address, other }) => ({ from: `${address} <${other}>` })),
  spoof("two addresses, the first in brackets", ({ address, other }) => ({ from: `<${address}> ${other}` })),
  spoof("a longer domain after a space", ({ address }) => ({ from: `${address} .evil.example` })),
  spoof("the person's address with a quote that does not end", ({ address }) => ({ from: `<${address}> "Ana` })),
  spoof("no sender", () => ({ from: "" })),
  spoof("a sender that is not an address", () => ({ from: "Ana" })),
  spoof("an encoded sender", (target) => ({ from: `${encodedWords(`Ana <${target.address}>`)} <${target.other}>` })),
  spoof("a NUL in the sender", ({ address }) => ({ from: `<x\0${address}>` })),
  spoof("a line break in the sender", (target) => ({ from: `x <${target.other}>\r\n <${target.address}>` })),
  spoof("a forged signature in our Message-ID", ({ acknowledgement }) => ({
    subject: "Hi",
    answers: acknowledgement.replace(/[0-9a-f]{20}@/, `${"a".repeat(20)}@`),
  })),
  spoof("our Message-ID with another number", ({ acknowledgement }) => ({
    subject: "Hi",
    answers: acknowledgement.replace(/\.([eq])\d+\./, ".$11."),
  })),
  spoof("our Message-ID with another kind", ({ acknowledgement }) => ({
    subject: "Hi",
    answers: acknowledgement.replace(".e", ".q"),
  })),
  spoof("many references", (target) => ({
    from: target.other,
    answers: null,
    subject: `${target.reference} E-1 E-2 E-3 Q-1 Q-2`,
  })),
  spoof("a reference within a word", (target) => ({ answers: null, subject: `X${target.reference}x` })),
  spoof("a DMARC result written by the sender", ({ other }) => ({
    from: other,
    headers: [["Authentication-Results", "mx.encaje.example; dmarc=pass"]],
  })),
  {
    group: "spoofed",
    name: "a message with a delivery report part",
    expected: "held",
    write: (target) =>
      writeMailToUs(
        target,
        multipart("mixed", [
          plain("Please call me at another number."),
          { headers: [["Content-Type", "message/delivery-status"]], body: Buffer.from("Action: failed") },
        ]),
        { from: target.other },
      ),
  },
  {
    group: "spoofed",
    name: "a stranger's delivery report, to hide a person's mail",
    expected: "held",
    write: (target) =>
      writeMailToUs(target, plain("Failed."), {
        from: "mailer-daemon@evil.example",
        answers: null,
        subject: `Undeliverable: ${target.reference}`,
      }),
  },
];

const unrelated: Case[] = [
  ["an offer", "Grow your business", {}],
  ["a newsletter", "News", { "List-Unsubscribe": "<https://n.example/u>", Precedence: "bulk" }],
  ["a bill", "Factura 1234", {}],
  ["an invitation to a fair", "Invitación", {}],
  ["a receipt", "Your order E123", {}],
  ["a form's notification", "New submission", { "Auto-Submitted": "auto-generated" }],
  ["a DMARC report", "Report Domain: encaje.example", {}],
  ["a stranger's question", "¿Trabajan en Guatemala?", {}],
].map(([name, subject, given]) => ({
  group: "unrelated",
  name: `${name}`,
  expected: "held",
  write: (target) =>
    writeMailToUs(target, plain("Hello."), {
      from: target.other,
      answers: null,
      subject: encodedWords(`${subject}`),
      headers: Object.entries(given ?? {}),
    }),
}));

const ours: Case[] = (["acknowledgement", "reply"] as const).map((which) => ({
  group: "our own",
  name: `${which} in our own mailbox`,
  expected: "own",
  write: (target) =>
    writeMailToUs(target, plain("Hello."), {
      from: "Encaje <avisos@encaje.example>",
      answers: null,
      messageId: target[which],
    }),
}));

export const hostileCases: Case[] = [...bombs, ...spoofed, ...unrelated, ...ours];
