"use client";

import { useEffect, useState } from "react";
import {
  formatReference,
  type SubmissionRef,
  submissionPath,
  toSubmissionKey,
} from "#lib/domain/submissions/core/submission-ref.ts";
import type { LiveMessage } from "#lib/domain/submissions/inbox/inbox-page.ts";
import { useDeskLanguage, useDeskText } from "#lib/i18n/desk-text.ts";
import { mailText } from "#lib/i18n/mail-text.ts";
import { getNotificationState, openLink, readSetting, storeSetting } from "../../core/browser.ts";

type News = Extract<LiveMessage, SubmissionRef>;

/** If there are more news items than this, a single notification states their number. */
const notificationsMax = 3;
const lookedKey = "desk-looked";
/** Delay of notifications. A tab with the focus usually polls within this time, and so prevents those of other tabs. */
const lookMilliseconds = 3_000;

/**
 * Shows notifications about new submissions and messages, and in the tab's title the number of those that have arrived
 * since the operator last looked.
 * @param newCount number of new rows that a visible tab offers to show
 * @returns a function to call after each poll, with the messages that have arrived
 */
export function useAlerts(newCount: number, openRef: SubmissionRef | null): (messages: LiveMessage[]) => void {
  const notify = useNewsNotifications();
  const [missed, setMissed] = useState<readonly string[]>([]);
  const count = newCount + missed.length;
  const openKey = openRef && toSubmissionKey(openRef);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open submission has set the title before
  useEffect(() => {
    document.title = prefixCount(document.title, count);
  }, [count, openKey]);
  useEffect(() => {
    const clearMissedIfVisible = () => !document.hidden && setMissed([]);
    document.addEventListener("visibilitychange", clearMissedIfVisible);
    return () => document.removeEventListener("visibilitychange", clearMissedIfVisible);
  }, []);
  return (messages) => {
    const news = listNews(messages);
    if (document.hidden) setMissed((before) => [...new Set([...before, ...news.map(toSubmissionKey)])]);
    if (document.hasFocus()) storeSetting(lookedKey, String(Date.now()));
    else if (news.length && getNotificationState() === "on")
      window.setTimeout(() => hadFocusRecently() || notify(news), lookMilliseconds);
  };
}

const hadFocusRecently = () => Date.now() - Number(readSetting(lookedKey)) < lookMilliseconds;

export function prefixCount(title: string, count: number): string {
  const bare = title.replace(/^\(\d+\) /, "");
  return count ? `(${count}) ${bare}` : bare;
}

/** Lists new submissions and those with a new message from the person, each once. */
export function listNews(messages: readonly LiveMessage[]): News[] {
  const news = messages.flatMap((message): News[] =>
    message.type === "submitted" || (message.type === "changed" && message.change === "inbound") ? [message] : [],
  );
  return [...new Map(news.map((message) => [toSubmissionKey(message), message])).values()];
}

/**
 * Others may see the screen, so a notification contains no personal data. Its tag makes it replace another tab's
 * notification.
 */
function useNewsNotifications(): (news: readonly News[]) => void {
  const inbox = useDeskText("inbox");
  const triage = useDeskText("triage");
  const t = mailText(useDeskLanguage());
  const show = (title: string, tag: string, path?: string) => {
    new Notification(title, { tag }).onclick = () => {
      window.focus();
      if (path) openLink(path);
    };
  };
  return (news) => {
    if (news.length > notificationsMax)
      return show(`${triage("live.new", { count: news.length })} · ${inbox("title")}`, "inbox");
    for (const message of news) {
      const reference = formatReference(message);
      const title =
        message.type === "submitted"
          ? t(`${message.kind}.newNumbered`, { reference })
          : t("message.subject", { numbered: t(`${message.kind}.numbered`, { reference }) });
      show(title, toSubmissionKey(message), submissionPath(message));
    }
  };
}
