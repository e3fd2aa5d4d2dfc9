import type { PersonCounts } from "#lib/domain/people/person.ts";
import type { Status } from "#lib/domain/submissions/core/status.ts";
import { type SubmissionRef, toSubmissionKey } from "#lib/domain/submissions/core/submission-ref.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";
import { StatusLabel } from "../core/badges.tsx";
import { DeskTime, SubmissionLink } from "../core/facts.tsx";
import { DownloadButton } from "./people-forms.tsx";

type Sent = SubmissionRef & { createdAt: Date; status: Status };
type Erasure = { id: string; at: Date; actor: string; counts: PersonCounts };
type Props = {
  submission: SubmissionRef;
  person: { email: string; counts: PersonCounts; newest: Sent[]; mentioned: SubmissionRef[] };
};

export function PersonRecords({ submission, person: { email, counts, newest, mentioned } }: Props) {
  const t = useDeskText("people");
  const { evaluations, inquiries, mentions } = counts;
  return (
    <section aria-labelledby="held" className="rounded-md border border-line bg-surface p-4 sm:p-5">
      <h2 id="held" className="mb-3 text-xl">
        {t("held.title")}
      </h2>
      <p className="font-semibold wrap-anywhere">{t("held.counts", { evaluations, inquiries, email })}</p>
      <h3 className="mt-4 mb-1 text-muted">{t("held.newest")}</h3>
      <ul>
        {newest.map((sent) => (
          <li key={toSubmissionKey(sent)} className="flex flex-wrap items-center gap-x-3">
            <SubmissionLink submission={sent} />
            <DeskTime className="text-sm text-muted" at={sent.createdAt} />
            <StatusLabel status={sent.status} />
          </li>
        ))}
      </ul>
      <More count={evaluations + inquiries - newest.length} />
      <p className="mt-4 text-muted">{t("held.mentions", { count: mentions })}</p>
      {mentioned.length > 0 && (
        <ul>
          {mentioned.map((one) => (
            <li key={toSubmissionKey(one)}>
              <SubmissionLink submission={one} />
            </li>
          ))}
        </ul>
      )}
      <More count={mentions - mentioned.length} />
      <div className="mt-5">
        <DownloadButton submission={submission} />
        <p id="download-hint" className="mt-2 max-w-prose text-sm text-muted">
          {t("held.downloadHint")}
        </p>
      </div>
    </section>
  );
}

function More({ count }: { count: number }) {
  const t = useDeskText("people");
  return count > 0 && <p className="text-sm text-muted">{t("held.more", { count })}</p>;
}

export function Erasures({ erasures }: { erasures: Erasure[] }) {
  const t = useDeskText("people");
  return (
    <section aria-labelledby="erasures">
      <h2 id="erasures" className="mb-3 text-xl">
        {t("erasures.title")}
      </h2>
      {erasures.length === 0 && <p className="text-muted">{t("erasures.none")}</p>}
      <ul className="divide-y divide-line rounded-md border border-line bg-surface empty:hidden">
        {erasures.map(({ id, at, actor, counts }) => (
          <li key={id} className="flex flex-wrap gap-x-6 px-4 py-2">
            <DeskTime className="text-muted" at={at} />
            <span className="font-semibold">{t("erasures.one", counts)}</span>
            <span className="wrap-anywhere text-muted">{t("erasures.by", { actor })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
