"use client";

import type { BulkChange } from "#lib/domain/desk/bulk.ts";
import { bulkMax } from "#lib/domain/desk/bulk.ts";
import type { InboxRow, Owner, OwnerChoice } from "#lib/domain/desk/submission.ts";
import { formatReference } from "#lib/domain/submissions/submission-ref.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { type Asked, ChangeDialogs } from "./change-dialogs.tsx";
import { SnoozeChooser } from "./snooze-chooser.tsx";
import type { NewChange } from "./use-changes.ts";

export type BulkAsked = Asked | "snooze";

type Props = {
  rows: readonly InboxRow[];
  owners: readonly OwnerChoice[];
  me: Owner;
  asked: BulkAsked;
  onAsk: (what: BulkAsked) => void;
  onChange: (change: BulkChange) => void;
  onClear: () => void;
};

/** What can be done with the selected rows; nothing without any. */
export function BulkBar({ rows, owners, me, asked, onAsk, onChange, onClear }: Props) {
  const t = useDeskText("triage");
  const inbox = useDeskText("inbox");
  const spam = useDeskText("spam");
  const isSpam = rows.every(({ status }) => status === "spam");
  const [first] = rows;
  if (!first) return null;
  const button =
    "inline-flex min-h-9 cursor-pointer items-center rounded-full border border-edge bg-surface px-3 text-[0.875rem] font-semibold hover:border-primary hover:text-primary";
  const refs = rows.slice(0, bulkMax).map(formatReference).join(",");
  return (
    <section
      aria-label={t("bulk.label")}
      className="flex flex-wrap items-center gap-1.5 border-b border-line bg-primary-soft px-4 py-1.5 sm:px-6"
    >
      <p role="status" className="mr-2 text-[0.875rem] font-semibold">
        {t("bulk.count", { count: rows.length })}
      </p>
      <button type="button" className={button} onClick={() => onAsk("status")}>
        {t("bulk.status")}
      </button>
      <button type="button" className={button} onClick={() => onAsk("owner")}>
        {t("bulk.owner")}
      </button>
      <button type="button" className={button} onClick={() => onAsk("finish")}>
        {t("bulk.close")}
      </button>
      <button type="button" className={button} onClick={() => onAsk("snooze")}>
        {t("bulk.snooze")}
      </button>
      <button
        type="button"
        className={button}
        onClick={() => onChange({ type: "status", status: isSpam ? "new" : "spam" })}
      >
        {isSpam ? spam("notice.release") : inbox("status.spam")}
      </button>
      <a className={button} href={`/api/admin/bulk/export?refs=${encodeURIComponent(refs)}`}>
        {t("bulk.export")}
      </a>
      <button type="button" className={`${button} ml-auto`} onClick={onClear}>
        {t("bulk.clear")}
      </button>
      {rows.length > bulkMax && (
        <p role="status" className="basis-full text-[0.875rem]">
          {t("bulk.max", { max: bulkMax })}
        </p>
      )}
      <ChangeDialogs
        asked={asked === "snooze" ? null : asked}
        subject={{ ...first, email: rows.length > 1 ? null : first.email }}
        owners={owners}
        me={me}
        onChange={(change) => onChange(toBulk(change))}
        onClose={() => onAsk(null)}
      />
      <SnoozeChooser
        isAsked={asked === "snooze"}
        isSnoozed={rows.some(({ snoozedUntil }) => snoozedUntil !== null)}
        onChoose={(until) => onChange({ type: "snooze", until })}
        onClose={() => onAsk(null)}
      />
    </section>
  );
}

function toBulk(change: NewChange): BulkChange {
  return change.type === "owner" ? { type: "owner", owner: change.owner?.id ?? "none" } : change;
}
