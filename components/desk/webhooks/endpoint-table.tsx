"use client";

import { useRouter } from "next/navigation";
import { buttonClass } from "#components/ui/button.ts";
import { Table } from "#components/ui/table.tsx";
import { type Endpoint, webhookOperations, webhooksPath } from "#lib/domain/webhooks/endpoint.ts";
import { toTextKey, webhookTypes } from "#lib/domain/webhooks/events.ts";
import { useDeskText, useDeskTime } from "#lib/i18n/desk-text.ts";
import { SecretShownOnce } from "../access/shown-once.tsx";
import { useConditionTexts } from "../core/condition-texts.tsx";
import { useDeskCall } from "../core/desk-action.tsx";
import { RowChanges } from "../core/row-changes.tsx";

export function EndpointTable({ endpoints }: { endpoints: Endpoint[] }) {
  const t = useDeskText("webhooks");
  if (!endpoints.length) return <p className="text-muted">{t("none")}</p>;
  return (
    <Table
      caption={t("listed")}
      rows={endpoints}
      getKey={({ id }) => id}
      columns={[
        {
          header: t("endpoint"),
          isRowHeader: true,
          cell: ({ name, url, ownerName }) => (
            <>
              {name}
              <span className="block font-normal text-muted">{URL.parse(url)?.host}</span>
              {ownerName !== null && (
                <span className="block font-normal text-muted">{t("owner", { name: ownerName })}</span>
              )}
            </>
          ),
        },
        { header: t("gets"), isLabelled: true, className: "lg:max-w-md", cell: (row) => <Wanted endpoint={row} /> },
        { header: t("state"), isLabelled: true, cell: (row) => <EndpointState endpoint={row} /> },
        { header: t("change"), cell: (row) => <Changes endpoint={row} /> },
      ]}
    />
  );
}

function Wanted({ endpoint }: { endpoint: Endpoint }) {
  const t = useDeskText("webhooks");
  const { listConditions } = useConditionTexts();
  const { events, shape, format } = endpoint;
  const isAll = events.length === webhookTypes.length;
  return (
    <>
      {isAll ? t("allEvents") : events.map((type) => t(`types.${toTextKey(type)}`)).join(", ")}
      <span className="block text-muted">
        {[...listConditions(endpoint), t(`shapes.${shape}`), t(`formats.${format}`)].join(" · ")}
      </span>
    </>
  );
}

export function EndpointState({ endpoint }: { endpoint: Endpoint }) {
  const t = useDeskText("webhooks");
  const formatTime = useDeskTime();
  const { pauseReason, failingSince } = endpoint;
  if (pauseReason === "operator") return <span className="text-muted">{t("states.operator")}</span>;
  if (pauseReason)
    return (
      <span className="font-medium text-danger">
        {t(pauseReason === "gone" ? "states.gone" : "states.failingPaused")}
      </span>
    );
  return failingSince ? (
    <span className="font-medium text-danger">{t("states.failing", { time: formatTime(failingSince) })}</span>
  ) : (
    t("states.ok")
  );
}

function Changes({ endpoint: { id, version, name, pausedAt } }: { endpoint: Endpoint }) {
  const t = useDeskText("webhooks");
  const callDesk = useDeskCall();
  const router = useRouter();
  const seen = { endpoint: id, version };
  const texts = { conflict: t("conflict") };
  const isOn = pausedAt === null;
  const turn = () =>
    callDesk(webhookOperations.switchEndpoint, { ...seen, isOn: !isOn }, { done: () => t("switched"), texts });
  const remove = async () => {
    const outcome = await callDesk(webhookOperations.removeEndpoint, seen, { done: () => t("removed"), texts });
    if (outcome.kind === "done") router.replace(webhooksPath);
  };
  return (
    <span className="flex flex-wrap items-center gap-x-4">
      <a className={buttonClass("quiet")} href={`${webhooksPath}/${id}`} aria-label={t("logLabel", { name })}>
        {t("log")}
      </a>
      <RowChanges
        t={t}
        name={name}
        editPath={`${webhooksPath}?edit=${id}`}
        isOn={isOn}
        onSwitch={turn}
        onRemove={remove}
      />
    </span>
  );
}

export function Secret({ name, secret }: { name: string; secret: string }) {
  const t = useDeskText("webhooks");
  return (
    <SecretShownOnce
      id="new-secret"
      heading="h2"
      title={t("secretTitle", { name })}
      hint={t("secretHint")}
      secret={secret}
      copy={t("copy")}
    />
  );
}
