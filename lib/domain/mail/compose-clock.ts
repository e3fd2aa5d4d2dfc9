import { shownName } from "../desk/shown-name.ts";
import type { Locale } from "../locale.ts";
import { replyHours } from "../submissions/reply-hours.ts";
import { deskTime } from "./desk-time.ts";
import type { Letter } from "./letter.ts";
import type { MailedSubmission, MailSite } from "./mailed-submission.ts";
import { oneLine } from "./one-line.ts";
import type { MailTexts } from "./texts/en.ts";
import { mailTexts } from "./texts/mail-texts.ts";

export type ClockMail = {
  language: Locale;
  mail: "warning" | "breach";
  submission: MailedSubmission;
  /** Null when nobody has it who may sign in: then it is for every operator. */
  ownerName: string | null;
  /** Who has taken it, but may not sign in any more. */
  disabledOwnerName?: string | null;
  dueAt: Date;
  /** Of the submission's page. */
  deskUrl: string;
  site: MailSite;
};

/** Tells operators that a promised reply is due soon, or is late. */
export function composeClock(clockMail: ClockMail): Letter {
  const { language, mail, submission, dueAt, deskUrl, site } = clockMail;
  const { kind, id, createdAt } = submission;
  const texts = mailTexts[language];
  const own = texts[mail];
  const { labels } = texts;
  const numbered = texts[kind].numbered(id);
  const owner = ownerOf(clockMail, texts);
  const name = shownName(submission.name, 120);
  const company = shownName(submission.company ?? "", 180);
  const due = deskTime(dueAt, language);
  return {
    language,
    company: site.name,
    subject: oneLine(own.subject(numbered)),
    preview: `${labels.due}: ${due}`,
    blocks: [
      { type: "heading", text: own.title },
      { type: "paragraph", text: own.text(name || texts.someone, replyHours) },
      {
        type: "facts",
        facts: [
          { label: labels.submission, value: numbered },
          ...(company === "" ? [] : [{ label: labels.company, value: company }]),
          { label: labels.received, value: deskTime(createdAt, language) },
          { label: labels.due, value: due },
          { label: labels.owner, value: owner.fact },
        ],
      },
      { type: "action", label: texts.openDesk, url: deskUrl, isPrimary: true },
      { type: "note", text: owner.note },
    ],
    footer: [texts.deskFooter(site.name)],
  };
}

/** Whose it is, and why this mail goes to whom it goes. */
function ownerOf({ ownerName, disabledOwnerName }: ClockMail, texts: MailTexts): { fact: string; note: string } {
  const [owner, disabled] = [oneLine(ownerName ?? ""), oneLine(disabledOwnerName ?? "")];
  if (owner) return { fact: owner, note: texts.toOwner(owner) };
  if (disabled) return { fact: texts.disabledOwner(disabled), note: texts.toAllForDisabled(disabled) };
  return { fact: texts.noOwner, note: texts.toAll };
}
