import { shownName } from "../desk/shown-name.ts";
import type { Locale } from "../locale.ts";
import { clockOf } from "../submissions/clock.ts";
import { replyHours } from "../submissions/reply-hours.ts";
import { excerptOf } from "./body-text.ts";
import { deskTime } from "./desk-time.ts";
import type { Block, Letter } from "./letter.ts";
import type { MailedSubmission, MailSite } from "./mailed-submission.ts";
import { oneLine } from "./one-line.ts";
import type { MailTexts } from "./texts/en.ts";
import { mailTexts } from "./texts/mail-texts.ts";

/**
 * Calls the operators to a submission. `deskUrl` is that of its page, where the person's address and phone are: what a
 * mail says stays in mailboxes when the person is erased.
 */
export function composeNotice({
  language,
  submission,
  deskUrl,
  site,
}: {
  language: Locale;
  submission: MailedSubmission;
  deskUrl: string;
  site: MailSite;
}): Letter {
  const { kind, id } = submission;
  const texts = mailTexts[language];
  const own = texts[kind];
  const words = excerptOf(submission.words);
  return {
    language,
    company: site.name,
    subject: oneLine([own.newNumbered(id), ...aboutOf(texts, submission)].join(", ")),
    preview: oneLine(words),
    previewLanguage: submission.language,
    blocks: [
      { type: "heading", text: own.noticeTitle },
      ...dueBlocks(texts, submission, language),
      { type: "facts", facts: factsOf(texts, submission, language) },
      { type: "heading", text: own.wordsTitle },
      { type: "quote", text: words, language: submission.language },
      { type: "action", label: texts.openDesk, url: deskUrl, isPrimary: true },
    ],
    footer: [texts.deskFooter(site.name)],
  };
}

/** What an inbox is sorted by: the verdict and the company, or what and whom an inquiry is about. */
function aboutOf(texts: MailTexts, { route, company, name, topic }: MailedSubmission): string[] {
  const who = shownName(company ?? name, 60);
  const what = route ? texts.routes[route] : topic === null ? "" : texts.topicSubject(topic);
  return [what, who].filter((part) => part !== "");
}

function dueBlocks(texts: MailTexts, { kind, route, createdAt }: MailedSubmission, language: Locale): Block[] {
  const { dueAt } = clockOf({ kind, route, status: "new", createdAt, repliedAt: null }, createdAt);
  return dueAt ? [{ type: "paragraph", text: texts.due(replyHours, deskTime(dueAt, language)) }] : [];
}

function factsOf(texts: MailTexts, submission: MailedSubmission, language: Locale): { label: string; value: string }[] {
  const { kind, id, route, name, role, company, channel, agentName, createdAt } = submission;
  const values: [label: keyof MailTexts["labels"], value: string | null][] = [
    ["submission", texts[kind].numbered(id)],
    ["route", route && texts.routes[route]],
    ["name", name],
    ["role", role],
    ["company", company],
    ["language", texts.languages[submission.language]],
    ["channel", channel === "web" ? texts.web : texts.agent(shownName(agentName ?? "", 120))],
    ["topic", submission.topic],
    ["budget", answerOf(texts, submission, "budget")],
    ["launch_timeline", answerOf(texts, submission, "launch_timeline")],
    ["company_scope", answerOf(texts, submission, "company_scope")],
    ["received", deskTime(createdAt, language)],
  ];
  return values.flatMap(([label, value]) => {
    const shown = shownName(value ?? "", 254);
    return shown === "" ? [] : [{ label: texts.labels[label], value: shown }];
  });
}

function answerOf(texts: MailTexts, { answers }: MailedSubmission, key: keyof MailTexts["options"]): string | null {
  const answer = answers.find(([question]) => question === key);
  if (!answer) return null;
  const words: Record<string, string> = texts.options[key];
  return words[answer[1] ?? ""] ?? texts.betweenOptions;
}
