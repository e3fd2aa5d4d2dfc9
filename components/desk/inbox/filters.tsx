import { buttonClass } from "#components/ui/button.ts";
import { Field } from "#components/ui/field.tsx";
import { type Option, Select } from "#components/ui/select.tsx";
import { type InboxQuery, inboxSorts, toQuery } from "#lib/domain/desk/inbox-query.ts";
import type { Owner } from "#lib/domain/desk/submission.ts";
import { locales } from "#lib/domain/locale.ts";
import { consentStates } from "#lib/domain/submissions/consent.ts";
import { LeadRoute } from "#lib/domain/submissions/schema.ts";
import { statuses } from "#lib/domain/submissions/status.ts";
import { submissionKinds } from "#lib/domain/submissions/submission-ref.ts";
import { useDeskText } from "#lib/i18n/desk-text.ts";

/** Smaller controls than in other forms. */
const grid =
  "grid grid-cols-2 gap-3 text-sm sm:grid-cols-3 lg:grid-cols-6 [&_:is(input,select)]:min-h-11 [&_:is(input,select)]:px-2.5 [&_:is(input,select)]:py-1.5";

/** A GET form: a filtered list can be shared as a link. */
export function Filters({ query, owners }: { query: InboxQuery; owners: Owner[] }) {
  const t = useDeskText("inbox");
  const { kind, route, channel, agent, consent, language, owner, from, to, q, sort } = query;
  const status = toQuery(query).get("status") ?? "";
  const chosenStatuses: Option = [status, query.status.map((each) => t(`status.${each}`)).join(", ")];
  return (
    <form method="get" action="/admin/inbox" aria-label={t("filters")} className="mb-5">
      <div className={grid}>
        <div className="col-span-2">
          <Field id="q" type="search" label={t("search")} defaultValue={q} placeholder={t("searchHint")} />
        </div>
        <Choice
          id="status"
          label={t("statusLabel")}
          value={status}
          options={[
            ...(["open", "closed"] as const).map((group): Option => [group, t(`group.${group}`)]),
            ...statuses.map((each): Option => [each, t(`status.${each}`)]),
            ...(status.includes(",") ? [chosenStatuses] : []),
          ]}
        />
        <Choice
          id="route"
          label={t("routeLabel")}
          value={route}
          options={LeadRoute.options.map((each) => [each, t(`route.${each}`)])}
        />
        <Choice
          id="owner"
          label={t("ownerLabel")}
          value={owner}
          options={[
            ["me", t("ownerMe")],
            ["none", t("ownerNone")],
            ...owners.map(({ id, name }): Option => [id, name]),
          ]}
        />
        <Select
          id="sort"
          label={t("sortLabel")}
          defaultValue={sort}
          options={inboxSorts.map((each) => [each, t(`sort.${each}`)])}
        />
      </div>
      <details className="mt-3" open={[kind, channel, agent, consent, language, from, to].some(Boolean)}>
        <summary className="link inline-block min-h-11 cursor-pointer py-2 text-sm">{t("more")}</summary>
        <div className={grid}>
          <Choice
            id="kind"
            label={t("kindLabel")}
            value={kind}
            options={submissionKinds.map((each) => [each, t(`kind.${each}`)])}
          />
          <Choice
            id="channel"
            label={t("channelLabel")}
            value={channel}
            options={(["web", "ai_agent"] as const).map((each) => [each, t(`channel.${each}`)])}
          />
          <Field id="agent" label={t("agentLabel")} defaultValue={agent} />
          <Choice
            id="consent"
            label={t("consent")}
            value={consent}
            options={consentStates.map((each) => [each, t(`consentState.${each}`)])}
          />
          <Choice
            id="language"
            label={t("languageLabel")}
            value={language}
            options={locales.map((each) => [each, t(`language.${each}`)])}
          />
          <Field id="from" type="date" label={t("from")} defaultValue={from} />
          <Field id="to" type="date" label={t("to")} defaultValue={to} />
        </div>
      </details>
      <div className="mt-3 flex flex-wrap items-center gap-4">
        <button type="submit" className={buttonClass("secondary")}>
          {t("apply")}
        </button>
        {toQuery(query).size > 0 && (
          <a href="/admin/inbox" className="link">
            {t("clear")}
          </a>
        )}
      </div>
    </form>
  );
}

type ChoiceProps = { id: string; label: string; value: string | undefined; options: readonly Option[] };

function Choice({ id, label, value = "", options }: ChoiceProps) {
  const t = useDeskText("inbox");
  return <Select id={id} label={label} defaultValue={value} options={[["", t("any")], ...options]} />;
}
