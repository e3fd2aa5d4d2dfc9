// Mails that people write.
import { randomUUID } from "node:crypto";
import { clients, type Language, original, outlooks, own, replySubject, writeReply } from "./clients.fixture.ts";
import { type Case, type Target, writeMailToUs } from "./corpus.fixture.ts";
import { charsets, transfers } from "./corpus-parts.fixture.ts";
import { encodedWords, file, multipart, plain } from "./mime.fixture.ts";

const languages: Language[] = ["en", "es"];
const subjects = {
  en: (reference: string) => `We received your project (reference ${reference})`,
  es: (reference: string) => `Recibimos su proyecto, ¡gracias! (referencia ${reference})`,
};

const replies = languages.flatMap((language): Case[] => [
  ...clients.flatMap((client) =>
    client.styles.map(
      (style): Case => ({
        group: "replies",
        name: `${client.name}, ${style}, ${language}`,
        expected: "message",
        ...(style === "inline" ? {} : { text: own[language], quoted: original[language][1] ?? "" }),
        write: (target) =>
          writeMailToUs(target, client.write(writeReply(client, style, language)), {
            subject: replySubject(subjects[language](target.reference)),
            headers: [client.agent],
          }),
      }),
    ),
  ),
  ...outlooks.map(
    ({ name, agent, write }): Case => ({
      group: "replies",
      name: `${name}, ${language}`,
      expected: "message",
      text: own[language],
      quoted: original[language][1] ?? "",
      write: (target) =>
        writeMailToUs(target, write(language), {
          subject: replySubject(subjects[language](target.reference), "RV"),
          headers: [agent],
        }),
    }),
  ),
]);

const said = "Yes, go ahead.";
const simple = (
  group: string,
  name: string,
  expected: Case["expected"],
  given: (target: Target) => Parameters<typeof writeMailToUs>[2],
): Case => ({
  group,
  name,
  expected,
  write: (target) => writeMailToUs(target, plain(said), given(target)),
});
const thread = (
  name: string,
  given: (target: Target) => Parameters<typeof writeMailToUs>[2],
  expected: Case["expected"] = "message",
) => simple("threads", name, expected, given);
const strangers = (count: number) => Array.from({ length: count }, () => `<${randomUUID()}@mail.example>`);
const threads: Case[] = [
  thread("to our reply", ({ reply }) => ({ answers: reply })),
  thread("In-Reply-To alone", ({ acknowledgement }) => ({
    subject: "Hi",
    answers: null,
    headers: [["In-Reply-To", acknowledgement]],
  })),
  thread("References alone", ({ acknowledgement }) => ({
    subject: "Hi",
    answers: null,
    headers: [["References", acknowledgement]],
  })),
  thread("a long thread, newest last", ({ reply }) => ({
    subject: "Hi",
    answers: [...strangers(80), reply].join("\r\n "),
  })),
  thread("a long thread, oldest ours", ({ acknowledgement }) => ({
    subject: "Hi",
    answers: [acknowledgement, ...strangers(20)].join("\r\n "),
  })),
  thread("a Message-ID in capitals", ({ acknowledgement }) => ({
    subject: "Hi",
    answers: acknowledgement.toUpperCase(),
  })),
  thread("a Message-ID of an earlier host", ({ acknowledgement }) => ({
    subject: "Hi",
    answers: acknowledgement.replace(/@.*>/, "@old.example>"),
  })),
  ...["Re: ", "RE: ", "RV: ", "Fwd: ", "AW: ", "Re: Re: [external] "].map((mark) =>
    thread(`by the reference, ${mark}`, ({ reference }) => ({
      answers: null,
      subject: `${mark}your project (reference ${reference})`,
    })),
  ),
  thread("by the reference in small letters", ({ reference }) => ({
    answers: null,
    subject: `about ${reference.toLowerCase()}`,
  })),
  thread("by the reference, without Message-ID", ({ reference }) => ({
    answers: null,
    messageId: null,
    subject: reference,
  })),
  thread("the address in capitals", ({ address }) => ({ from: `ANA <${address.toUpperCase()}>` })),
  thread("the address alone", ({ address }) => ({ from: address })),
  thread("a name in quotes with a comma", ({ address }) => ({ from: `"Ruiz, Ana" <${address}>` })),
  thread("a name by RFC 2047", ({ address }) => ({ from: `${encodedWords("Íñigo Núñez")} <${address}>` })),
  thread("no subject", () => ({ subject: "" })),
  thread("a subject of 5,000 letters", () => ({ subject: `Re: ${"x".repeat(5_000)}` })),
  thread("neither a thread nor a reference", () => ({ answers: null, subject: "Question" }), "held"),
  thread("a reference that does not exist", () => ({ answers: null, subject: "E-2147480000" }), "held"),
  thread(
    "the submission's number without its letter",
    ({ reference }) => ({ answers: null, subject: `Project ${reference.slice(2)}` }),
    "held",
  ),
  thread("another program's Message-ID", () => ({ answers: "<1@mail.example>", subject: "Re: hello" }), "held"),
  thread("another address at the same domain", ({ other }) => ({ from: other }), "held"),
];

/** Replies from one mail program in every encoding. */
const encodedReplies = languages.flatMap((language) =>
  charsets.flatMap((charset) =>
    transfers.map(
      (how): Case => ({
        group: "replies",
        name: `${charset}, ${how}, ${language}`,
        expected: "message",
        text: own[language].replaceAll(charset === "iso-8859-1" ? /[€–]/g : /$^/g, "-"),
        write: (target) => {
          const [first] = clients;
          const text = first ? writeReply(first, "top", language) : "";
          return writeMailToUs(
            target,
            plain(text.replaceAll(charset === "iso-8859-1" ? /[€–]/g : /$^/g, "-"), { charset, how }),
          );
        },
      }),
    ),
  ),
);

const forwards = languages.flatMap((language): Case[] => {
  const intro =
    language === "en" ? "---------- Forwarded message ---------" : "---------- Mensaje reenviado ----------";
  const body = [own[language], "", intro, "De: x <x@y.example>", ...original[language]].join("\n");
  return [
    {
      group: "forwards",
      name: `of our mail by the person, ${language}`,
      expected: "message",
      text: own[language],
      write: (target) => writeMailToUs(target, plain(body), { subject: `Fwd: ${target.reference}` }),
    },
    {
      group: "forwards",
      name: `of our mail without own words, ${language}`,
      expected: "message",
      text: body.slice(own[language].length).trim(),
      write: (target) => writeMailToUs(target, plain(body.slice(own[language].length))),
    },
    {
      group: "forwards",
      name: `by a colleague, ${language}`,
      expected: "held",
      text: own[language],
      write: (target) => writeMailToUs(target, plain(body), { from: target.other }),
    },
    {
      group: "forwards",
      name: `of something else, ${language}`,
      expected: "held",
      write: (target) => writeMailToUs(target, plain(body), { answers: null, subject: "Fwd: agenda" }),
    },
  ];
});

const detached = [
  { name: "S/MIME", fileName: "smime.p7s", type: "application/pkcs7-signature", parameters: "; micalg=sha-256" },
  { name: "PGP/MIME", fileName: "signature.asc", type: "application/pgp-signature", parameters: "" },
];

const signed: Case[] = languages.flatMap((language): Case[] => [
  ...detached.map(
    ({ name, fileName, type, parameters }): Case => ({
      group: "signed",
      name: `${name}, ${language}`,
      expected: "message",
      text: own[language],
      files: [],
      write: (target) => {
        const parts = [plain(own[language]), file(`filename="${fileName}"`, "x", { type })];
        return writeMailToUs(target, multipart("signed", parts, `; protocol="${type}"${parameters}`));
      },
    }),
  ),
  {
    group: "signed",
    name: `PGP inline, ${language}`,
    expected: "message",
    write: (target) =>
      writeMailToUs(
        target,
        plain(
          `-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n${own[language]}\n-----BEGIN PGP SIGNATURE-----\n\niQ==\n-----END PGP SIGNATURE-----`,
        ),
      ),
  },
  {
    group: "signed",
    name: `encrypted by S/MIME, ${language}`,
    expected: "message",
    text: "",
    files: ["smime.p7m"],
    write: (target) =>
      writeMailToUs(
        target,
        file('filename="smime.p7m"', "x", { type: "application/pkcs7-mime; smime-type=enveloped-data" }),
      ),
  },
]);

export const peopleCases: Case[] = [...replies, ...encodedReplies, ...threads, ...forwards, ...signed];
