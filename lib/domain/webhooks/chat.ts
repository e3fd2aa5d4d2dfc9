// Formats events as chat messages, with strangers' texts escaped for each program.
import { mailText } from "../../i18n/mail-text.ts";
import { formatTimeInWords } from "../../i18n/time-in-words.ts";
import type { Locale } from "../locale.ts";
import { toShownName } from "../plain-text.ts";
import { formatReference } from "../submissions/core/submission-ref.ts";
import { findSendablePerson, getEventUrl, getSubmissionClock, type LoadedEvent } from "./body.ts";
import type { Format, Shape } from "./endpoint.ts";
import { toTextKey } from "./events.ts";

type ChatMessage = { title: string; facts: { label: string; value: string }[]; open: string; url: string };

type Setup = { shape: Shape; language: Locale; timeZone: string; siteUrl: string };

/** Includes route and deadline. Adds what the person typed only in the shape `person`. */
export function toChatMessage(
  event: LoadedEvent,
  { shape, language, timeZone, siteUrl }: Setup,
  now: Date,
): ChatMessage {
  const t = mailText(language);
  const subject = event.about === "submission" ? formatReference(event.ref) : event.about === "entry" ? event.slug : "";
  const title = [t(`webhooks.types.${toTextKey(event.type)}`), subject].filter((part) => part !== "").join(": ");
  const row = event.about === "submission" ? event.row : null;
  const person = findSendablePerson(row, shape);
  const dueAt = row && getSubmissionClock(row, now).dueAt;
  const facts = [
    [t("labels.company"), person?.company],
    [t("labels.route"), row?.route && t(`routes.${row.route}`)],
    [t("labels.due"), dueAt && !row.repliedAt ? formatTimeInWords(dueAt, language, timeZone) : null],
    [t("labels.name"), person?.name],
    [t("webhooks.email"), person?.email],
  ].flatMap(([label = "", value]) => (value ? [{ label: label ?? "", value: toShownName(value, 200) }] : []));
  return { title, facts, open: t("openDesk"), url: getEventUrl(event, siteUrl) };
}

const escapeTags = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const sectionMax = 2_900;

/** https://docs.slack.dev/reference/block-kit: 3,000 characters a section; `&`, `<` and `>` are special. */
export function toSlackMessage({ title, facts, open, url }: ChatMessage): object {
  const lines = [
    `*${escapeTags(title)}*`,
    ...facts.map(({ label, value }) => `${escapeTags(label)}: ${escapeTags(value)}`),
  ];
  const text = [...lines.join("\n")].slice(0, sectionMax).join("");
  const link = { type: "mrkdwn", text: `<${escapeTags(url)}|${escapeTags(open)}>` };
  return {
    text: escapeTags(title),
    unfurl_links: false,
    blocks: [
      { type: "section", text: { type: "mrkdwn", text, verbatim: true } },
      { type: "context", elements: [link] },
    ],
  };
}

/** Formats an adaptive card for a workflow to post. Its text blocks and facts are read as Markdown. */
export function toTeamsMessage({ title, facts, open, url }: ChatMessage): object {
  const escapeMarkdown = (text: string) => text.replaceAll(/[\\`*_[\]()<>#!~-]/g, "\\$&");
  return {
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: [
            { type: "TextBlock", weight: "Bolder", wrap: true, text: escapeMarkdown(title) },
            {
              type: "FactSet",
              facts: facts.map(({ label, value }) => ({ title: label, value: escapeMarkdown(value) })),
            },
          ],
          actions: [{ type: "Action.OpenUrl", title: open, url }],
        },
      },
    ],
  };
}

/** https://developers.google.com/workspace/chat/api/reference/rest/v1/cards: widgets interpret some HTML tags. */
export function toGoogleChatMessage({ title, facts, open, url }: ChatMessage): object {
  const widgets = facts.map(({ label, value }) => ({ decoratedText: { topLabel: label, text: escapeTags(value) } }));
  const button = { buttonList: { buttons: [{ text: open, onClick: { openLink: { url } } }] } };
  return { cardsV2: [{ card: { header: { title }, sections: [{ widgets: [...widgets, button] }] } }] };
}

export const chatFormats: Record<Exclude<Format, "standard">, (message: ChatMessage) => object> = {
  slack: toSlackMessage,
  teams: toTeamsMessage,
  google_chat: toGoogleChatMessage,
};
