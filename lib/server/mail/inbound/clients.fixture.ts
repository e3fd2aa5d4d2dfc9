import { encodedWords, flowed, html, multipart, type Part, plain } from "./mime.fixture.ts";

export type Style = "top" | "bottom" | "inline";
export type Language = "en" | "es";

/** Texts of our mail (`original`) and of the person's reply (`own`). */
export const original = {
  en: ["We received your project.", "Our reply will come within 48 hours."],
  es: ["Recibimos su proyecto.", "Responderemos en un plazo de 48 horas."],
};
export const own = {
  en: "Tuesday at ten suits us – thank you!\nThe budget is €12,000.",
  es: "El martes a las diez nos queda bien – ¡gracias!\nEl presupuesto es de 12,000 €. Atentamente, Íñigo",
};

type Client = {
  name: string;
  agent: [string, string];
  introduce: Record<Language, string>;
  styles: Style[];
  write: (text: string) => Part;
};

const quote = (lines: string[]) => lines.map((line) => `> ${line}`);
const toHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\n", "<br>\n");
const both = (text: string) =>
  multipart("alternative", [
    plain(text, { how: "quoted-printable" }),
    html(`<html><body><div dir="ltr">${toHtml(text)}</div></body></html>`, { how: "quoted-printable" }),
  ]);
const base64Plain = (text: string) => plain(text, { how: "base64" });

const all: Style[] = ["top", "bottom", "inline"];

export const clients: Client[] = [
  {
    name: "Gmail",
    agent: ["X-Gm-Message-State", "AOJu0Yx"],
    introduce: {
      en: "On Sun, Nov 22, 2026 at 4:05 PM Encaje <hola@encaje.example> wrote:\n",
      es: "El dom, 22 nov 2026 a las 16:05, Encaje (<hola@encaje.example>) escribió:\n",
    },
    styles: all,
    write: both,
  },
  {
    name: "Gmail with a broken introduction",
    agent: ["X-Gm-Message-State", "AOJu0Yx"],
    introduce: {
      en: "On Sun, Nov 22, 2026 at 4:05 PM Encaje, the team of campaigns\n<hola@encaje.example> wrote:\n",
      es: "El dom, 22 nov 2026 a las 16:05, Encaje, el equipo de campañas (<\nhola@encaje.example>) escribió:\n",
    },
    styles: ["top"],
    write: (text) => plain(text, { how: "base64" }),
  },
  {
    name: "Apple Mail",
    agent: ["X-Mailer", "Apple Mail (2.3864.100.1)"],
    introduce: {
      en: "On 22 Nov 2026, at 16:05, Encaje <hola@encaje.example> wrote:\n",
      es: "El 22 nov 2026, a las 16:05, Encaje <hola@encaje.example> escribió:\n",
    },
    styles: all,
    write: both,
  },
  {
    name: "iPhone",
    agent: ["X-Mailer", "iPhone Mail (23A341)"],
    introduce: {
      en: "On Nov 22, 2026, at 4:05 PM, Encaje <hola@encaje.example> wrote:\n",
      es: "El 22 nov 2026, a la(s) 4:05 p.m., Encaje <hola@encaje.example> escribió:\n",
    },
    styles: ["top"],
    write: base64Plain,
  },
  {
    name: "Thunderbird",
    agent: ["User-Agent", "Mozilla Thunderbird"],
    introduce: {
      en: "On 11/22/26 16:05, Encaje wrote:",
      es: "El 22/11/26 a las 16:05, Encaje escribió:",
    },
    styles: all,
    write: flowed,
  },
  {
    name: "Yahoo",
    agent: ["X-Mailer", "WebService/1.1.24 YMailNorrin"],
    introduce: {
      en: "    On Sunday, November 22, 2026 at 04:05:00 PM CST, Encaje <hola@encaje.example> wrote:  \n",
      es: "    El domingo, 22 de noviembre de 2026, 16:05:00 CST, Encaje <hola@encaje.example> escribió:  \n",
    },
    styles: ["top"],
    write: both,
  },
  {
    name: "Samsung",
    agent: ["X-Mailer", "Samsung Email"],
    introduce: { en: "-------- Original message --------", es: "-------- Mensaje original --------" },
    styles: ["top"],
    write: base64Plain,
  },
];

const outlookHead: Record<Language, string[]> = {
  en: [
    "From: Encaje <hola@encaje.example>",
    "Sent: Sunday, November 22, 2026 4:05 PM",
    "To: Ana <ana@x.example>",
    "Subject: We received your project",
  ],
  es: [
    "De: Encaje <hola@encaje.example>",
    "Enviado: domingo, 22 de noviembre de 2026 16:05",
    "Para: Ana <ana@x.example>",
    "Asunto: Recibimos su proyecto",
  ],
};

/** Outlook quotes below a rule and a header block, without `>` marks. */
export const outlooks: { name: string; agent: [string, string]; write: (language: Language) => Part }[] = [
  {
    name: "Outlook",
    agent: ["X-Mailer", "Microsoft Outlook 16.0"],
    write: (language) => both([own[language], "", ...outlookHead[language], "", ...original[language]].join("\n")),
  },
  {
    name: "Outlook on the web, as only HTML",
    agent: ["X-MS-Has-Attach", "no"],
    write: (language) =>
      html(
        `<html><head><style>p{color:red}</style></head><body><div>${toHtml(own[language])}</div><hr style="width:98%">
         <div id="divRplyFwdMsg"><font>${outlookHead[language].map((line) => line.replace(/^(\S+:)/, "<b>$1</b>").replaceAll(/<(hola@[^>]+|ana@[^>]+)>/g, "&lt;$1&gt;")).join("<br>\n")}</font></div>
         <div>${original[language].join("<br>")}</div></body></html>`,
      ),
  },
  {
    name: "Outlook for phones",
    agent: ["X-MS-Exchange-Organization-AuthAs", "Internal"],
    write: (language) =>
      base64Plain(
        [
          own[language],
          "",
          "________________________________",
          ...outlookHead[language],
          "",
          ...original[language],
        ].join("\n"),
      ),
  },
  {
    name: "Gmail's page, as only HTML",
    agent: ["X-Gm-Message-State", "AOJu0Yx"],
    write: (language) =>
      html(
        `<div dir="ltr">${toHtml(own[language])}</div><br><div class="gmail_quote"><div class="gmail_attr">${clients[0]?.introduce[language].replaceAll("<", "&lt;")}</div>
         <blockquote>${original[language].join("<br>")}</blockquote></div><script>alert(1)</script><img src="https://evil.example/pixel.gif">`,
      ),
  },
];

export function writeReply({ introduce }: Client, style: Style, language: Language): string {
  const introduction = introduce[language];
  const [first = "", ...rest] = quote(original[language]);
  if (style === "top") return [own[language], "", introduction, first, ...rest].join("\n");
  if (style === "bottom") return [introduction, first, ...rest, "", own[language]].join("\n");
  return [introduction, first, "", own[language], "", ...rest].join("\n");
}

export const replySubject = (subject: string, mark = "Re") =>
  `${mark}: ${/[^ -~]/.test(subject) ? encodedWords(subject) : subject}`;
