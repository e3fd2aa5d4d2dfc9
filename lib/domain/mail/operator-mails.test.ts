import { describe, expect, test } from "vitest";
import en from "../../../messages/en/mail.json";
import es from "../../../messages/es/mail.json";
import { locales } from "../../i18n/locales.ts";
import { mailText } from "../../i18n/mail-text.ts";
import type { Locale } from "../locale.ts";
import {
  type ClockMail,
  composeAssignment,
  composeDeadline,
  composeNotice,
  type MailedSubmission,
} from "./compose-for-operators.ts";
import { composeDigest, type DigestItem } from "./compose-without-submission.ts";
import { deskUrl, makeInquiry, makeLead, printMail, site } from "./mail.fixture.ts";
import type { MailContent } from "./mail-content.ts";

const other = { en: "es", es: "en" } as const;

/** Submitted words that belong to no language, so that all other words in a mail are from our own texts. */
const own = { name: "Zzyzx", role: "Zzyzx", company: "Zzyzx", assistant: "Zzyzx", words: "Zzyzx.", topic: "zzyzx" };
const withoutAgent = { ...own, assistant: null };

/** Composes all mails that operators may get, in the desk's language, for submissions in the language `sender`. */
function composeAllMails(desk: Locale, sender: Locale): MailContent[] {
  const submissions: MailedSubmission[] = [
    ...(["qualified", "review", "redirect"] as const).map((route) => makeLead(sender, { ...own, route })),
    makeLead(sender, { ...withoutAgent, answers: [["budget", null]] }),
    makeInquiry(sender, { ...withoutAgent, role: null, company: null }),
  ];
  const dueAt = new Date("2026-03-08T02:30:00Z");
  const owners: Pick<ClockMail, "ownerName" | "absentOwner">[] = [
    { ownerName: "Zzyzx" },
    { ownerName: null },
    ...(["disabled", "off_duty", "late"] as const).map((why) => ({
      ownerName: null,
      absentOwner: { name: "Zzyzx", why },
    })),
  ];
  const me = { id: "zzyzx", name: "Zzyzx" };
  const items = submissions.flatMap((submission): DigestItem[] =>
    [null, me, { ...me, id: "other" }].map((owner) => ({ ...submission, status: "new", repliedAt: null, owner })),
  );
  const digests = [items, items.slice(0, 1), Array(52).fill(items).flat()].map((items) =>
    composeDigest({ language: desk, operatorId: me.id, items, now: dueAt, site }),
  );
  return submissions.flatMap((submission) => [
    ...digests,
    ...[null, "Zzyzx"].map((ownerName) => composeNotice({ language: desk, submission, ownerName, deskUrl, site })),
    ...[null, ...[true, false].map((isInTurn) => ({ name: "Zzyzx", isInTurn }))].flatMap((rule) =>
      ["Zzyzx", ""].map((assigner) =>
        composeAssignment({ language: desk, submission, assigner, rule, isReplyDue: true, deskUrl, site }),
      ),
    ),
    ...owners.flatMap((owner) =>
      (["warning", "breach"] as const).map((mail) =>
        composeDeadline({ language: desk, mail, submission, ...owner, dueAt, deskUrl, site }),
      ),
    ),
  ]);
}

/** Lists all message texts without the syntax of their arguments. */
function listTexts(value: unknown): string[] {
  if (typeof value === "string") return [value.replace(/\{\w+(, (plural|select))?\b|\bone \{|\bother \{/g, " ")];
  return value instanceof Object ? Object.values(value).flatMap(listTexts) : [];
}

const listWords = (text: string): string[] => [...new Set(text.toLowerCase().match(/\p{L}{2,}/gu))];
const listTextWords = (language: Locale) => listWords(listTexts({ en, es }[language]).join("\n"));

test("the English and Spanish mail texts share only words that both languages have", () => {
  const inSpanish = listTextWords("es");
  expect(
    listTextWords("en")
      .filter((word) => inSpanish.includes(word))
      .toSorted(),
  ).toEqual(["api", "apis", "no", "usd", "webhooks", "whatsapp"]);
});

describe.each(locales)("operators' mails in the language %s", (desk) => {
  const known = [...listTextWords(desk), ...listWords(`${site.name} ${deskUrl} /account inquiry`)];
  const foreign = listTextWords(other[desk]).filter((word) => !known.includes(word));

  test.each(locales)("operators' mails contain no word of the other language, for a submission in %s", (sender) => {
    for (const content of composeAllMails(desk, sender)) {
      expect(listWords(printMail(content)).filter((word) => foreign.includes(word))).toEqual([]);
      expect(content.language).toBe(desk);
    }
  });

  test("operators' mails name the language in which a person wrote", () => {
    for (const sender of locales) {
      const content = composeNotice({ language: desk, submission: makeLead(sender), ownerName: null, deskUrl, site });
      expect(printMail(content)).toContain(mailText(desk)(`languages.${sender}`));
      expect(content.blocks.find(({ type }) => type === "quote")).toMatchObject({ language: sender });
      expect(content.previewLanguage).toBe(sender);
    }
  });
});
