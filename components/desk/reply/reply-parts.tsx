"use client";

import { useMutation, useMutationState, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { buttonClass } from "#components/ui/button.ts";
import { Dialog } from "#components/ui/dialog.tsx";
import { Chooser } from "#components/ui/prompts.tsx";
import { call } from "#lib/contract/client.ts";
import { composeReply } from "#lib/domain/mail/compose-for-person.ts";
import type { Submission } from "#lib/domain/submissions/core/submission.ts";
import type { SubmissionRef } from "#lib/domain/submissions/core/submission-ref.ts";
import {
  filesBytesMax,
  filesMax,
  fileTypes,
  laterDaysMax,
  type ReplyDesk,
  type ReplyFile,
  replyOperations,
} from "#lib/domain/submissions/reply/reply.ts";
import { templatesPath } from "#lib/domain/submissions/reply/reply-template.ts";
import { useDeskText, useDeskTimeFormat, useDeskTimeZone } from "#lib/i18n/desk-text.ts";
import { toBase64 } from "../core/browser.ts";
import { ActionButton } from "../core/desk-action.tsx";
import { type CallProblem, requireResult } from "../core/inbox-data.ts";
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

type SendLaterProps = {
  isOpen: boolean;
  /** Deadline of the promised reply, if the person is still waiting. */
  dueAt: Date | null;
  onChoose: (at: string) => unknown;
  onClose: () => void;
};

export function SendLaterChooser({ dueAt, onChoose, ...props }: SendLaterProps) {
  const t = useDeskText("reply");
  const formatDeskTime = useDeskTimeFormat();
  const zone = useDeskTimeZone();
  return (
    <TimeChooser
      {...props}
      title={t("later.open")}
      hours={2}
      daysMax={laterDaysMax}
      other={{
        type: "datetime-local",
        text: t("later.other"),
        title: t("later.at", { zone }),
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
      aria-labelledby="reply-preview"
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
        <ActionButton text={list("close")} onPress={() => dialog.current?.close()} />
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

const deskKey = ({ kind, id }: SubmissionRef) => ["reply-desk", kind, id];

export function useReplyDesk({ kind, id }: SubmissionRef) {
  return useQuery<ReplyDesk, CallProblem>({
    queryKey: deskKey({ kind, id }),
    queryFn: async () => requireResult(await call(replyOperations.getReplyDesk, { kind, id })),
    networkMode: "always",
  });
}

const uploadKey = ({ kind, id }: SubmissionRef) => ["upload", kind, id];

/** Returns the name of the file that is being uploaded, also if the operator has left the submission meanwhile. */
export function useUploadedName(ref: SubmissionRef): string | null {
  const [name = null] = useMutationState({
    filters: { mutationKey: uploadKey(ref), status: "pending" },
    select: ({ state }) => (state.variables as File).name,
  });
  return name;
}

type Props = SubmissionRef & {
  files: ReplyFile[];
  faults: string[];
  onFaults: (faults: string[]) => void;
};

const accepted = Object.keys(fileTypes).map((extension) => `.${extension}`);

/** The service keeps a draft's files until the reply is sent. */
export function ReplyFiles({ kind, id, files, faults, onFaults }: Props) {
  const t = useDeskText("reply");
  const client = useQueryClient();
  const adding = useUploadedName({ kind, id });
  const reread = () => client.invalidateQueries({ queryKey: deskKey({ kind, id }) });
  const { mutateAsync: upload } = useMutation({
    mutationKey: uploadKey({ kind, id }),
    networkMode: "always",
    mutationFn: async (file: File) => {
      // A file that was moved since it was chosen cannot be read.
      const content = await toBase64(file).catch(() => null);
      if (content === null) return null;
      const outcome = await call(replyOperations.addReplyFile, { kind, id, name: file.name, content });
      await reread();
      return outcome;
    },
  });
  const hint = useId();
  const input = useRef<HTMLInputElement>(null);

  const add = async (chosen: File[]) => {
    const [added, refused] = [[...files], [] as string[]];
    for (const file of chosen) {
      const { name } = file;
      const bytes = added.reduce((sum, { size }) => sum + size, file.size);
      if (bytes > filesBytesMax || added.length === filesMax) {
        refused.push(t("files.size", { name, count: filesMax }));
        continue;
      }
      const outcome = await upload(file);
      if (outcome?.kind === "done") added.push(outcome.result);
      else if (outcome?.kind === "too_large") refused.push(t("files.size", { name, count: filesMax }));
      else refused.push(t(outcome?.kind === "refused" ? "files.type" : "files.failed", { name }));
    }
    onFaults(refused);
  };

  const remove = async (file: ReplyFile) => {
    const { kind: outcome } = await call(replyOperations.removeReplyFile, { kind, id, file: file.id });
    if (outcome !== "done" && outcome !== "not_found") return onFaults([t("files.kept", { name: file.name })]);
    onFaults([]);
    await reread();
    document.getElementById(`${hint}-attach`)?.focus();
  };

  return (
    <div className="space-y-2">
      <ul aria-label={t("files.listed")} aria-live="polite" className="flex flex-wrap gap-2 empty:sr-only">
        {files.map((file) => (
          <li
            key={file.id}
            className="flex min-h-9 items-center gap-2 rounded-sm border border-line bg-paper pl-3 text-sm"
          >
            <span className="max-w-64 truncate">{file.name}</span>
            <span className="text-muted">{t("files.kilobytes", { size: Math.ceil(file.size / 1000) })}</span>
            <button
              type="button"
              className="min-h-9 min-w-9 cursor-pointer hover:text-danger"
              aria-label={t("files.remove", { name: file.name })}
              onClick={() => remove(file)}
            >
              <span aria-hidden="true">×</span>
            </button>
          </li>
        ))}
      </ul>
      <div role="alert" className="text-sm text-danger empty:hidden">
        {faults.map((fault) => (
          <p key={fault}>{fault}</p>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-x-3">
        <button
          type="button"
          id={`${hint}-attach`}
          className={`${buttonClass("quiet")} text-sm`}
          aria-describedby={hint}
          aria-disabled={adding !== null}
          onClick={() => adding === null && input.current?.click()}
        >
          {t("files.attach")}
        </button>
        <span id={hint} className="text-sm text-muted">
          {t("files.hint")}
        </span>
        <span aria-live="polite" className="text-sm">
          {adding !== null && t("files.adding", { name: adding })}
        </span>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          tabIndex={-1}
          aria-hidden="true"
          data-reply-files
          accept={accepted.join(",")}
          onChange={(event) => {
            const chosen = [...(event.target.files ?? [])];
            event.target.value = "";
            void add(chosen);
          }}
        />
      </div>
    </div>
  );
}
