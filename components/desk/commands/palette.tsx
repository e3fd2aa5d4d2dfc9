"use client";

import { useEffect, useState } from "react";
import type * as z from "zod/mini";
import { type Choice, Chooser } from "#components/ui/prompts.tsx";
import { call } from "#lib/contract/client.ts";
import { pickTitle } from "#lib/domain/catalog/editor/content.ts";
import { catalogOperations, catalogPaths } from "#lib/domain/catalog/editor/operations.ts";
import { peopleOperations, toPeoplePath } from "#lib/domain/people/person.ts";
import { formatReference, submissionPath, toSubmissionKey } from "#lib/domain/submissions/core/submission-ref.ts";
import { type InboxRow, inboxOperations } from "#lib/domain/submissions/inbox/inbox-page.ts";
import { parseInboxQuery, toQuery } from "#lib/domain/submissions/inbox/inbox-query.ts";
import { useDeskLanguage, useDeskText } from "#lib/i18n/desk-text.ts";
import { openLink } from "../core/browser.ts";
import { removeDuplicateRows } from "../core/inbox-data.ts";
import type { Command } from "./commands.tsx";

const pauseMilliseconds = 120;
const foundMax = 8;
type Found = {
  text: string;
  rows: InboxRow[];
  entries: z.output<typeof catalogOperations.findEntries.output>["entries"];
};
const nothing: Found = { text: "", rows: [], entries: [] };

async function findSubmissions(q: string): Promise<InboxRow[]> {
  const found = await call(inboxOperations.listSubmissions, {}, { search: toQuery(parseInboxQuery({ q })) });
  return found.kind === "done" ? found.result.rows : [];
}

type Props = { commands: readonly Command[]; isAdmin: boolean; onClose: () => void };

export function CommandPalette({ commands, isAdmin, onClose }: Props) {
  const t = useDeskText("list");
  const language = useDeskLanguage();
  const [typed, setTyped] = useState("");
  const [found, setFound] = useState(nothing);

  useEffect(() => {
    const text = typed.trim();
    if (text.length < 2 && !/^\d$/.test(text)) return setFound(nothing);
    let isCurrent = true;
    const timer = window.setTimeout(async () => {
      const [numbered, submissions, catalog] = await Promise.all([
        /^\d+$/.test(text) ? findSubmissions(`#${text}`) : [],
        findSubmissions(text),
        call(catalogOperations.findEntries, {}, { search: new URLSearchParams({ search: text }) }),
      ]);
      if (!isCurrent) return;
      setFound({
        text,
        rows: removeDuplicateRows([...numbered, ...submissions]).slice(0, foundMax),
        entries: catalog.kind === "done" ? catalog.result.entries : [],
      });
    }, pauseMilliseconds);
    return () => {
      isCurrent = false;
      window.clearTimeout(timer);
    };
  }, [typed]);

  // Results for an earlier text stay until the next ones arrive, but only if they match what is typed now.
  const isFound = found.text === typed.trim();
  const submissions = found.rows.map((row) => ({
    id: toSubmissionKey(row),
    text: row.company === null ? row.name : `${row.name}, ${row.company}`,
    detail: `${formatReference(row)} · ${row.excerpt}`,
    isFound,
    run: () => openLink(submissionPath(row)),
  }));
  const entries = found.entries.map(({ slug, titleEn, titleEs, published }) => ({
    id: `entry ${slug}`,
    text: pickTitle({ titleEn, titleEs }, language) || slug,
    detail: t(published ? "palette.entry" : "palette.draft", { slug }),
    isFound,
    run: () => openLink(catalogPaths.edit(slug)),
  }));
  const findPerson = async () => {
    const outcome = await call(peopleOperations.findPerson, { email: typed.trim() });
    // For an unknown record, the page says that nothing was found.
    const unknown = outcome.kind === "not_found" ? { record: "unknown" } : undefined;
    openLink(toPeoplePath(outcome.kind === "done" ? outcome.result : unknown));
  };
  const person: Choice[] =
    isAdmin && /^\S+@\S+\.\S+$/.test(typed.trim())
      ? [{ id: "person", text: t("palette.person", { email: typed.trim() }), isFound: true, run: findPerson }]
      : [];
  return (
    <Chooser
      title={t("palette.title")}
      placeholder={t("palette.hint")}
      choices={[...person, ...commands.filter(({ isOnlyKey }) => !isOnlyKey), ...submissions, ...entries]}
      emptyText={t("palette.nothing")}
      onType={setTyped}
      onClose={onClose}
    />
  );
}
