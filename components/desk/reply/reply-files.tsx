"use client";

import { useId, useRef, useState } from "react";
import { buttonClass } from "#components/ui/button.ts";
import { call } from "#lib/contract/client.ts";
import type { SubmissionRef } from "#lib/domain/submissions/core/submission-ref.ts";
import {
  filesBytesMax,
  filesMax,
  fileTypes,
  type ReplyFile,
  replyOperations,
} from "#lib/domain/submissions/reply/reply.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { toBase64 } from "../core/to-base64.ts";

type Props = SubmissionRef & { files: ReplyFile[]; onChange: (files: ReplyFile[]) => void };

const accepted = Object.keys(fileTypes).map((extension) => `.${extension}`);

/** The service keeps a draft's files until the reply is sent. */
export function ReplyFiles({ kind, id, files, onChange }: Props) {
  const t = useDeskText("reply");
  const hint = useId();
  const input = useRef<HTMLInputElement>(null);
  const [adding, setAdding] = useState<string | null>(null);
  const [faults, setFaults] = useState<string[]>([]);

  const add = async (chosen: File[]) => {
    const [added, refused] = [[...files], [] as string[]];
    for (const file of chosen) {
      const { name } = file;
      setAdding(name);
      const bytes = added.reduce((sum, { size }) => sum + size, file.size);
      if (bytes > filesBytesMax || added.length === filesMax) {
        refused.push(t("files.size", { name, count: filesMax }));
        continue;
      }
      const outcome = await call(replyOperations.addReplyFile, { kind, id, name, content: await toBase64(file) });
      if (outcome.kind === "done") added.push(outcome.result);
      else if (outcome.kind === "too_large") refused.push(t("files.size", { name, count: filesMax }));
      else refused.push(t(outcome.kind === "refused" ? "files.type" : "files.failed", { name }));
    }
    setAdding(null);
    setFaults(refused);
    onChange(added);
  };

  const remove = async (file: ReplyFile) => {
    await call(replyOperations.removeReplyFile, { kind, id, file: file.id });
    onChange(files.filter((other) => other.id !== file.id));
    document.getElementById(`${hint}-attach`)?.focus();
  };

  return (
    <div className="space-y-2">
      {files.length > 0 && (
        <ul aria-label={t("files.listed")} className="flex flex-wrap gap-2">
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
      )}
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
