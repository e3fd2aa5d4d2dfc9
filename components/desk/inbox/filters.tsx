import type { ReactNode } from "react";
import { buttonClass } from "#components/ui/button.ts";
import { type InboxQuery, inboxSorts, toQuery } from "#lib/domain/desk/inbox-query.ts";
import type { Owner } from "#lib/domain/desk/submission.ts";
import { locales } from "#lib/domain/locale.ts";
import { consentStates } from "#lib/domain/submissions/consent.ts";
import { LeadRoute } from "#lib/domain/submissions/schema.ts";
import { statuses } from "#lib/domain/submissions/status.ts";
import { submissionKinds } from "#lib/domain/submissions/submission-ref.ts";
import { deskText } from "#lib/i18n/desk-text.ts";

const t = deskText("inbox");

const control = "block min-h-11 w-full rounded-sm border border-edge bg-surface px-2.5 py-1.5 text-sm text-ink";

type Option = readonly [value: string, label: string];

/** The filters are in the address: a list can be shared and kept as a link. */
export function Filters({ query, owners }: { query: InboxQuery; owners: Owner[] }) {
  const { kind, route, channel, agent, consent, language, owner, from, to, q, sort } = query;
  const status = toQuery(query).get("status") ?? "";
  return (
    <form method="get" action="/admin/inbox" aria-label={t("filters")} className="mb-5">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
        <Labelled name="q" label={t("search")} className="col-span-2">
          <input id="q" name="q" type="search" defaultValue={q} placeholder={t("searchHint")} className={control} />
        </Labelled>
        <Choice
          name="status"
          label={t("statusLabel")}
          value={status}
          options={[
            ...(["open", "closed"] as const).map((group): Option => [group, t(`group.${group}`)]),
            ...statuses.map((each): Option => [each, t(`status.${each}`)]),
            ...(status.includes(",")
              ? [[status, query.status.map((each) => t(`status.${each}`)).join(", ")] as const]
              : []),
          ]}
        />
        <Choice
          name="route"
          label={t("routeLabel")}
          value={route}
          options={LeadRoute.options.map((each) => [each, t(`route.${each}`)])}
        />
        <Choice
          name="owner"
          label={t("ownerLabel")}
          value={owner}
          options={[
            ["me", t("ownerMe")],
            ["none", t("ownerNone")],
            ...owners.map(({ id, name }): Option => [id, name]),
          ]}
        />
        <Choice
          name="sort"
          label={t("sortLabel")}
          value={sort}
          options={inboxSorts.map((each) => [each, t(`sort.${each}`)])}
          isRequired
        />
      </div>
      <details className="mt-3" open={[kind, channel, agent, consent, language, from, to].some(Boolean)}>
        <summary className="link inline-block min-h-11 cursor-pointer py-2 text-sm">{t("more")}</summary>
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
          <Choice
            name="kind"
            label={t("kindLabel")}
            value={kind}
            options={submissionKinds.map((each) => [each, t(`kind.${each}`)])}
          />
          <Choice
            name="channel"
            label={t("channelLabel")}
            value={channel}
            options={(["web", "ai_agent"] as const).map((each) => [each, t(`channel.${each}`)])}
          />
          <Labelled name="agent" label={t("agentLabel")}>
            <input id="agent" name="agent" defaultValue={agent} className={control} />
          </Labelled>
          <Choice
            name="consent"
            label={t("consent")}
            value={consent}
            options={consentStates.map((each) => [each, t(`consentState.${each}`)])}
          />
          <Choice
            name="language"
            label={t("languageLabel")}
            value={language}
            options={locales.map((each) => [each, t(`language.${each}`)])}
          />
          <Labelled name="from" label={t("from")}>
            <input id="from" name="from" type="date" defaultValue={from} className={control} />
          </Labelled>
          <Labelled name="to" label={t("to")}>
            <input id="to" name="to" type="date" defaultValue={to} className={control} />
          </Labelled>
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

function Labelled({
  name,
  label,
  className,
  children,
}: {
  name: string;
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={className}>
      <label htmlFor={name} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      {children}
    </div>
  );
}

type ChoiceProps = {
  name: string;
  label: string;
  value: string | undefined;
  options: readonly Option[];
  isRequired?: boolean;
};

function Choice({ name, label, value, options, isRequired = false }: ChoiceProps) {
  return (
    <Labelled name={name} label={label}>
      <select id={name} name={name} defaultValue={value ?? ""} className={control}>
        {!isRequired && <option value="">{t("any")}</option>}
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  );
}
