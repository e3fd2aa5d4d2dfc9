"use client";

import { useTimeZone } from "next-intl";
import { useRef } from "react";
import { buttonClass } from "#components/ui/button.ts";
import { Chooser } from "#components/ui/chooser.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { composeReply } from "#lib/domain/mail/compose-for-person.ts";
import type { Submission } from "#lib/domain/submissions/core/submission.ts";
import { laterDaysMax, type ReplyDesk, type ReplyFile } from "#lib/domain/submissions/reply/reply.ts";
import { templatesPath } from "#lib/domain/submissions/reply/reply-template.ts";
import { useDeskText, useDeskTime } from "#lib/i18n/desk-text.ts";
import { TimeChooser } from "../core/time-chooser.tsx";

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

type LaterProps = {
  isAsked: boolean;
  /** Deadline of the promised reply, if the person is still waiting. */
  dueAt: Date | null;
  onChoose: (at: string) => unknown;
  onClose: () => void;
};

export function LaterChoice({ dueAt, onChoose, ...props }: LaterProps) {
  const t = useDeskText("reply");
  const formatDeskTime = useDeskTime();
  const timeZone = useTimeZone() ?? "UTC";
  return (
    <TimeChooser
      {...props}
      title={t("later.open")}
      hours={2}
      daysMax={laterDaysMax}
      other={{
        type: "datetime-local",
        text: t("later.other"),
        title: t("later.at", { zone: timeZone.replace(/^.*\//, "").replaceAll("_", " ") }),
        save: t("later.send"),
        fault: t("later.fault", { days: laterDaysMax }),
      }}
      onChoose={(at) => onChoose(at.toISOString())}
    >
      {t("later.note")} {dueAt && t("later.due", { due: formatDeskTime(dueAt) })}
    </TimeChooser>
  );
}

type PreviewProps = {
  submission: Pick<Submission, "kind" | "id" | "email" | "language">;
  desk: ReplyDesk;
  text: string;
  cc: string;
  files: ReplyFile[];
};

export function MailPreview({ onClose, ...props }: PreviewProps & { onClose: () => void }) {
  const t = useDeskText("reply");
  const list = useDeskText("list");
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <Dialog
      ref={dialog}
      labelledBy="reply-preview"
      place="middle"
      width="wide"
      closesOutside
      className="overflow-y-auto p-0"
      onClose={onClose}
    >
      <div className="sticky top-0 flex items-center justify-between gap-4 border-b border-line bg-surface px-4 py-2">
        <h3 id="reply-preview" className="text-lg">
          {t("preview.title")}
        </h3>
        <button type="button" className={buttonClass("quiet")} onClick={() => dialog.current?.close()}>
          {list("close")}
        </button>
      </div>
      {props.text.trim() === "" ? <p className="p-4 text-muted">{t("preview.empty")}</p> : <PreviewedMail {...props} />}
    </Dialog>
  );
}

function PreviewedMail({ submission, desk, text, cc, files }: PreviewProps) {
  const t = useDeskText("reply");
  const { kind, id, language, email } = submission;
  const { sender, signature, isConsentAsked, site } = desk;
  const own = { operatorName: "", signature, isConsentAsked, text, site };
  const { company, subject, blocks, footer } = composeReply({ kind, id, language, ...own });
  const paragraphs = blocks.flatMap((block) => ("text" in block ? [block.text] : []));
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-b border-line bg-paper px-4 py-2 text-sm wrap-anywhere">
        {[
          [t("from"), `${sender} <${site.contactEmail}>`],
          [t("to"), email],
          ...(cc.trim() === "" ? [] : [[t("cc.label"), cc]]),
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
        {withKeys(paragraphs).map(({ key, line }) => (
          <p key={key} className="whitespace-pre-line">
            {line}
          </p>
        ))}
        <div className="border-t border-line pt-2 text-sm text-muted">
          {withKeys(footer).map(({ key, line }) => (
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
    </>
  );
}

const withKeys = (lines: string[]) => lines.map((line, at) => ({ key: `${at} ${line}`, line }));
