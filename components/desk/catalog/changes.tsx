import type { EntryChange, ListChange, ServicesChange, SpecSummary } from "#lib/domain/catalog/editor/changes.ts";
import { pickTitle } from "#lib/domain/catalog/editor/content.ts";
import { useDeskLanguage, useDeskText } from "#lib/i18n/desk-text.ts";

type Names = { before: string; after: string };

type Props = {
  changes: EntryChange[];
  names?: Names;
  /** Names of the fields whose checkboxes are ticked. Without this prop, there are no checkboxes. */
  taken?: readonly string[];
  onTake?: (taken: string[]) => void;
};

export function EntryChanges({ changes, names, taken, onTake }: Props) {
  const t = useDeskText("catalog");
  const toggle = (field: string, isTaken: boolean) =>
    onTake?.(isTaken ? [...(taken ?? []), field] : (taken ?? []).filter((each) => each !== field));
  return (
    <ul className="space-y-4">
      {changes.map((change) => (
        <li key={change.field} className="rounded-md border border-line bg-surface px-4 py-3">
          <h3 className="text-lg">{t(`fields.${change.field}`)}</h3>
          <ChangeDetails change={change} names={names} />
          {taken && (
            <label className="mt-2 flex min-h-11 w-fit cursor-pointer items-center gap-3 font-semibold">
              <input
                type="checkbox"
                checked={taken.includes(change.field)}
                onChange={({ target }) => toggle(change.field, target.checked)}
                className="size-5"
              />
              {t("take", { field: t(`fields.${change.field}`) })}
            </label>
          )}
        </li>
      ))}
    </ul>
  );
}

type ChangeProps<Shown> = { change: Shown; names?: Names | undefined };

function ChangeDetails({ change, names }: ChangeProps<EntryChange>) {
  const t = useDeskText("catalog");
  if (change.kind === "list") return <ChangedLines {...change} />;
  if (change.kind === "services") return <ChangedServices change={change} names={names} />;
  const formatSpecSummary = (state: string | SpecSummary) => {
    if (typeof state === "string") return state;
    return t("specSummary", { name: state.name || "JSON", paths: state.paths, size: state.length });
  };
  return (
    <BeforeAfter names={names} before={formatSpecSummary(change.before)} after={formatSpecSummary(change.after)} />
  );
}

type BeforeAfterProps = { before: string; after: string; names?: Names | undefined };

export function BeforeAfter({ before, after, names }: BeforeAfterProps) {
  const t = useDeskText("catalog");
  return (
    <dl className="mt-1 grid gap-x-6 gap-y-2 md:grid-cols-2">
      {(
        [
          [names?.before ?? t("before"), before],
          [names?.after ?? t("after"), after],
        ] as const
      ).map(([name, text]) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm font-semibold text-muted">{name}</dt>
          <dd className="wrap-anywhere whitespace-pre-line">
            {text || <span className="text-muted">{t("empty")}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const linesShown = 60;

function ChangedLines({ added, removed, isReordered }: Pick<ListChange, "added" | "removed" | "isReordered">) {
  const t = useDeskText("catalog");
  if (isReordered) return <p>{t("reordered")}</p>;
  return (
    <>
      <MarkedLines title={t("added")} sign="+" lines={added} look="text-success" />
      <MarkedLines title={t("removed")} sign="−" lines={removed} look="text-danger" />
    </>
  );
}

function MarkedLines({ title, sign, lines, look }: { title: string; sign: string; lines: string[]; look: string }) {
  const t = useDeskText("catalog");
  if (!lines.length) return null;
  return (
    <>
      <h4 className="mt-2 text-sm font-semibold text-muted">{title}</h4>
      <ul>
        {lines.slice(0, linesShown).map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line may occur twice, and lines never move
          <li key={at} className="flex gap-2 wrap-anywhere">
            <span aria-hidden="true" className={`font-mono font-bold ${look}`}>
              {sign}
            </span>
            {line}
          </li>
        ))}
        {lines.length > linesShown && <li>{t("linesMore", { count: lines.length - linesShown })}</li>}
      </ul>
    </>
  );
}

function ChangedServices({ change: { added, removed, changed, isReordered }, names }: ChangeProps<ServicesChange>) {
  const t = useDeskText("catalog");
  const language = useDeskLanguage();
  const formatService = ({ id, ...titles }: { id: string; titleEn: string; titleEs: string }) => {
    const title = pickTitle(titles, language);
    return title ? `${title} (${id})` : id;
  };
  return (
    <>
      <ChangedLines added={added.map(formatService)} removed={removed.map(formatService)} isReordered={false} />
      {isReordered && <p>{t("reordered")}</p>}
      {changed.map(({ id, changes }) => (
        <div key={id} className="mt-3 border-l-3 border-line pl-4">
          <h4 className="font-semibold wrap-anywhere">{id}</h4>
          {changes.map((change) => (
            <div key={change.field} className="mt-2">
              <h5 className="text-sm font-semibold">{t(`fields.${change.field}`)}</h5>
              <ChangeDetails change={change} names={names} />
            </div>
          ))}
        </div>
      ))}
    </>
  );
}
