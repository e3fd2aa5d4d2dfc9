import { clockOf } from "../desk/clock.ts";
import { replyHours } from "../desk/reply-hours.ts";
import { shownName } from "../desk/shown-name.ts";
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
  submission,
  deskUrl,
  site,
}: {
  submission: MailedSubmission;
  deskUrl: string;
  site: MailSite;
}): Letter {
  const { kind, id, language } = submission;
  const texts = mailTexts[language];
  const own = texts[kind];
  const words = excerptOf(submission.words);
  return {
    language,
    company: site.name,
    subject: oneLine(texts.newSubject(own.numbered(id), aboutOf(texts, submission))),
    preview: oneLine(words),
    blocks: [
      { type: "heading", text: own.noticeTitle },
      ...dueBlocks(texts, submission),
      { type: "facts", facts: factsOf(texts, submission) },
      { type: "heading", text: own.wordsTitle },
      { type: "quote", text: words },
      { type: "action", label: texts.openDesk, url: deskUrl, isPrimary: true },
    ],
    footer: [texts.deskFooter(site.name)],
  };
}

/** What an inbox is sorted by: the verdict and the company, or what and whom an inquiry is about. */
function aboutOf(texts: MailTexts, { route, company, name, topic }: MailedSubmission): string {
  const who = shownName(company ?? name, 60);
  const what = route ? texts.routes[route] : topic === null ? "" : texts.topicSubject(topic);
  return [what, who].filter((part) => part !== "").join(", ");
}

function dueBlocks(texts: MailTexts, { kind, route, createdAt, language }: MailedSubmission): Block[] {
  const { dueAt } = clockOf({ kind, route, status: "new", createdAt, repliedAt: null }, createdAt);
  return dueAt ? [{ type: "paragraph", text: texts.due(replyHours, deskTime(dueAt, language)) }] : [];
}

function factsOf(texts: MailTexts, submission: MailedSubmission): { label: string; value: string }[] {
  const { kind, id, route, name, role, company, language, channel, agentName, createdAt } = submission;
  const values: [label: keyof MailTexts["labels"], value: string | null][] = [
    ["submission", texts[kind].numbered(id)],
    ["route", route && texts.routes[route]],
    ["name", name],
    ["role", role],
    ["company", company],
    ["language", texts.languages[language]],
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
