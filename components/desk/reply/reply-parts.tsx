"use client";

import { useState } from "react";
import { buttonClass } from "#components/ui/button.ts";
import { Chooser } from "#components/ui/chooser.tsx";
import { Field } from "#components/ui/field.tsx";
import { dayMilliseconds } from "#lib/domain/durations.ts";
import { composeReply } from "#lib/domain/mail/compose-for-person.ts";
import { listLaterTimes, parseWallTime } from "#lib/domain/submissions/core/later-times.ts";
import type { Submission } from "#lib/domain/submissions/core/submission.ts";
import { laterDaysMax, type ReplyDesk, type ReplyFile } from "#lib/domain/submissions/reply/reply.ts";
import { templatesPath } from "#lib/domain/submissions/reply/reply-template.ts";
import { useDeskText, useDeskTime } from "#lib/i18n/desk-text.ts";

type Template = ReplyDesk["templates"][number];
type MenuProps = {
  templates: Template[];
  isEditor: boolean;
  onChoose: (template: Template) => void;
  onClose: () => void;
};

export function TemplateMenu({ templates, isEditor, onChoose, onClose }: MenuProps) {
  const t = useDeskText("reply");
  return (
    <Chooser
      title={t("templates.open")}
      placeholder={t("templates.search")}
      hasNumbers
      choices={templates.map((template) => ({
        id: String(template.id),
        text: template.name,
        detail: template.suits ? undefined : t("templates.other"),
        run: () => onChoose(template),
      }))}
      emptyText={t(templates.length ? "templates.none" : "templates.empty")}
      onClose={onClose}
    >
      {isEditor && (
        <a className="link" href={templatesPath}>
          {t("templates.edit")}
        </a>
      )}
    </Chooser>
  );
}

/** `dueAt`: deadline of the promised reply, if the person is still waiting. */
type LaterProps = { timeZone: string; dueAt: Date | null; onChoose: (at: string) => unknown };

const hours = 2;
const choices = ["hours", "tomorrow", "monday"] as const;

/** Times are in the company's zone, whatever the operator's zone is. */
export function LaterChoice({ timeZone, dueAt, onChoose }: LaterProps) {
  const t = useDeskText("reply");
  const formatDeskTime = useDeskTime();
  const [chosen, setChosen] = useState("");
  const [isFaulty, setIsFaulty] = useState(false);
  // Compute the time when the button is pressed, not when it is shown.
  const chooseTime = (choice: (typeof choices)[number]) => {
    const time = listLaterTimes(new Date(), { hours, timeZone }).find((each) => each.choice === choice);
    if (time) onChoose(time.at.toISOString());
  };
  const send = () => {
    const at = parseWallTime(chosen, timeZone);
    const wait = at ? at.getTime() - Date.now() : 0;
    const isTaken = at !== null && wait > 0 && wait <= laterDaysMax * dayMilliseconds;
    setIsFaulty(!isTaken);
    if (isTaken) onChoose(at.toISOString());
  };
  return (
    <div className="space-y-3 rounded-sm border border-line bg-paper px-4 py-3">
      <div className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <button key={choice} type="button" className={buttonClass("secondary")} onClick={() => chooseTime(choice)}>
            {t(`later.${choice}`, { hours })}
          </button>
        ))}
      </div>
      <form
        noValidate
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <div className="max-w-sm min-w-0">
          <Field
            id="reply-later"
            type="datetime-local"
            label={t("later.at", { zone: timeZone.replace(/^.*\//, "").replaceAll("_", " ") })}
            error={isFaulty ? t("later.fault", { days: laterDaysMax }) : undefined}
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
          />
        </div>
        <button type="submit" className={buttonClass("secondary")}>
          {t("later.send")}
        </button>
      </form>
      <p className="text-sm text-muted">
        {t("later.note")} {dueAt && t("later.due", { due: formatDeskTime(dueAt) })}
      </p>
    </div>
  );
}

type PreviewProps = {
  submission: Pick<Submission, "kind" | "id" | "email" | "language">;
  desk: ReplyDesk;
  text: string;
  files: ReplyFile[];
};

export function MailPreview({ submission, desk, text, files }: PreviewProps) {
  const t = useDeskText("reply");
  if (text.trim() === "") return <p className="text-muted">{t("preview.empty")}</p>;
  const { kind, id, language, email } = submission;
  const { sender, signature, isConsentAsked, site } = desk;
  const own = { operatorName: "", signature, isConsentAsked, text, site };
  const { company, subject, blocks, footer } = composeReply({ kind, id, language, ...own });
  const paragraphs = blocks.flatMap((block) => ("text" in block ? [block.text] : []));
  return (
    <section aria-labelledby="reply-preview" className="overflow-hidden rounded-sm border border-edge">
      <h3 id="reply-preview" className="bg-paper px-4 pt-2 text-base">
        {t("preview.title")}
      </h3>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-b border-line bg-paper px-4 py-2 text-sm wrap-anywhere">
        {[
          [t("from"), `${sender} <${site.contactEmail}>`],
          [t("to"), email],
          [t("subject"), subject],
        ].map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="text-muted">{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div lang={language} className="space-y-3 px-4 py-3 wrap-anywhere">
        <p className="font-semibold text-primary">{company}</p>
        {keyed(paragraphs).map(({ key, line }) => (
          <p key={key} className="whitespace-pre-line">
            {line}
          </p>
        ))}
        <div className="border-t border-line pt-2 text-sm text-muted">
          {keyed(footer).map(({ key, line }) => (
            <p key={key}>{line}</p>
          ))}
        </div>
      </div>
      {files.length > 0 && (
        <ul className="flex flex-wrap gap-2 border-t border-line px-4 py-2 text-sm">
          {files.map((file) => (
            <li key={file.id}>{file.name}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

const keyed = (lines: string[]) => lines.map((line, at) => ({ key: `${at} ${line}`, line }));
