import { findMentions } from "#lib/domain/submissions/changes/changes.ts";
import type { EventDetails } from "#lib/domain/submissions/core/events.ts";
import type { SubmissionRef } from "#lib/domain/submissions/core/submission-ref.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";

export function NoteText({ details: { text, mentions = [] } }: { details: EventDetails["note"] }) {
  const places = findMentions(text, mentions);
  const ends = [0, ...places.map(({ end }) => end)];
  return (
    <>
      {places.map(({ start, end }, at) => (
        <span key={start}>
          {text.slice(ends[at], start)}
          <strong className="text-primary">{text.slice(start, end)}</strong>
        </span>
      ))}
      {text.slice(ends.at(-1))}
    </>
  );
}

type Props = { submission: SubmissionRef; files: EventDetails["reply"]["files"] };

export function SentFiles({ submission: { kind, id }, files = [] }: Props) {
  const t = useDeskText("reply");
  if (!files.length) return null;
  return (
    <ul aria-label={t("timelineFiles")} className="flex flex-wrap gap-x-4 text-sm">
      {files.map((file) => (
        <li key={file.id}>
          <a className="link inline-block py-1" href={`/api/admin/inbox/${kind}/${id}/files/${file.id}`} download>
            {file.name}
          </a>{" "}
          <span className="text-muted">{t("files.kilobytes", { size: Math.ceil(file.size / 1000) })}</span>
        </li>
      ))}
    </ul>
  );
}
