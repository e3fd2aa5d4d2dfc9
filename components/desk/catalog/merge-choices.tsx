import { useFormatter } from "next-intl";
import { Callout } from "#components/ui/callout.tsx";
import type { EntryPlace, MergeChoice } from "#lib/domain/catalog/editor/content.ts";
import type { MergeConflict, Merged, Undecided } from "#lib/domain/catalog/editor/merge.ts";
import { type DeskText, useDeskText } from "#lib/i18n/desk-text.ts";

type Props = {
  undecided: Undecided;
  choices: readonly MergeChoice[];
  onChoose: (choices: MergeChoice[]) => void;
};

const isAt = (one: EntryPlace) => (other: EntryPlace) => one.field === other.field && one.service === other.service;

/** Conflicting fields, both values side by side. */
export function MergeChoices({ undecided: { by, isPublished, conflicts }, choices, onChoose }: Props) {
  const t = useDeskText("catalog");
  const format = useFormatter();
  const names = format.list(by);
  const choose = (choice: MergeChoice) => onChoose([...choices.filter((known) => !isAt(choice)(known)), choice]);
  return (
    <Callout look="danger" title={names ? t("conflictBy", { names }) : t("conflictTitle")}>
      <div role="alert">
        {conflicts.length > 0 && <p>{t("conflictText")}</p>}
        {isPublished && <p>{t("conflictPublished")}</p>}
      </div>
      {conflicts.map((conflict, at) => (
        <Conflict
          key={`${conflict.service ?? ""} ${conflict.field}`}
          name={`merge-${at}`}
          conflict={conflict}
          names={names || t("conflictStored")}
          taken={choices.find(isAt(conflict))?.take}
          onTake={(take) => choose({ field: conflict.field, service: conflict.service, take })}
        />
      ))}
    </Callout>
  );
}

type ConflictProps = {
  name: string;
  conflict: MergeConflict;
  names: string;
  taken: MergeChoice["take"] | undefined;
  onTake: (take: MergeChoice["take"]) => void;
};

function Conflict({ name, conflict, names, taken, onTake }: ConflictProps) {
  const t = useDeskText("catalog");
  return (
    <div
      role="radiogroup"
      aria-labelledby={name}
      tabIndex={-1}
      aria-required="true"
      aria-invalid={taken === undefined}
      className="mt-4 scroll-mt-4"
    >
      <h3 id={name} className="mb-2 font-semibold wrap-anywhere">
        {formatPlace(t, conflict)}
      </h3>
      <div className="grid gap-3 md:grid-cols-2">
        {(["theirs", "mine"] as const).map((take) => (
          <label
            key={take}
            className="flex min-w-0 cursor-pointer items-start gap-3 rounded-md border border-line bg-surface px-4 py-3 has-checked:border-primary has-checked:bg-primary-soft"
          >
            <input
              type="radio"
              name={name}
              checked={taken === take}
              onChange={() => onTake(take)}
              className="mt-1 size-5 shrink-0"
            />
            <span className="min-w-0">
              <span className="block text-sm font-semibold text-muted">
                {take === "theirs" ? names : t("conflictMine")}
              </span>
              <span className="block max-h-60 overflow-y-auto wrap-anywhere whitespace-pre-line">
                <Side side={conflict[take]} />
              </span>
            </span>
          </label>
        ))}
      </div>
    </div>
  );
}

function Side({ side }: { side: MergeConflict["theirs"] }) {
  const t = useDeskText("catalog");
  if (side === null) return <span className="text-muted">{t("serviceRemoved")}</span>;
  if (side === "") return <span className="text-muted">{t("empty")}</span>;
  if (typeof side === "string") return side;
  return t("specSummary", { name: side.name || "JSON", paths: side.paths, size: side.length });
}

function formatPlace(t: DeskText<"catalog">, { field, service }: EntryPlace): string {
  if (field === "services") return service === undefined ? t("serviceOrder") : t("serviceOf", { service });
  const label = t(`fields.${field}`);
  return service === undefined ? label : t("fieldOfServiceId", { label, service });
}

/** Says in one line what others changed meanwhile; a service is named once. */
export function useMergeText() {
  const t = useDeskText("catalog");
  const format = useFormatter();
  return ({ by, taken }: Merged): string => {
    const places = taken.map(({ field, service }) =>
      service === undefined ? t(`fields.${field}`) : `${t("fields.services")} → ${service}`,
    );
    return t("done.merged", { names: format.list(by), places: [...new Set(places)].join(", ") });
  };
}
