"use client";

import { useState } from "react";
import { buttonClass } from "#components/ui/button.ts";
import { CheckboxGroup, Field, Select } from "#components/ui/field.tsx";
import { Table } from "#components/ui/table.tsx";
import { conditionNames } from "#lib/domain/submissions/core/schema.ts";
import { type Endpoint, formats, shapes, webhookOperations, webhooksPath } from "#lib/domain/webhooks/endpoint.ts";
import { toTextKey, webhookTypes } from "#lib/domain/webhooks/events.ts";
import { useDeskText, useDeskTimeFormat } from "#lib/i18n/desk-text.ts";
import { SecretShownOnce } from "../access/shown-once.tsx";
import { ConditionSelects, useConditionTexts } from "../core/condition-texts.tsx";
import { RowActions, SwitchButton, useDeskCall } from "../core/desk-action.tsx";
import { type DeskForm, RowForm, useDeskForm } from "../core/desk-form.tsx";

function EndpointTable({ endpoints }: { endpoints: Endpoint[] }) {
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
        {
          header: t("gets"),
          isLabelled: true,
          className: "lg:max-w-md",
          cell: (row) => <EndpointSubscription endpoint={row} />,
        },
        {
          header: t("state"),
          isLabelled: true,
          className: "lg:min-w-32",
          cell: (row) => <EndpointState endpoint={row} />,
        },
        { header: t("change"), cell: (row) => <EndpointRowActions endpoint={row} /> },
      ]}
    />
  );
}

function EndpointSubscription({ endpoint }: { endpoint: Endpoint }) {
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
  const formatTime = useDeskTimeFormat();
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

function EndpointRowActions({ endpoint: { id, version, name, pausedAt } }: { endpoint: Endpoint }) {
  const t = useDeskText("webhooks");
  const callDesk = useDeskCall();
  const seen = { endpoint: id, version };
  const isOn = pausedAt === null;
  const toggleEndpoint = () =>
    callDesk(webhookOperations.switchEndpoint, { ...seen, isOn: !isOn }, { done: () => t("switched") });
  const remove = () => callDesk(webhookOperations.removeEndpoint, seen, { done: () => t("removed") });
  return (
    <span className="flex flex-wrap items-center gap-x-4">
      <a className={buttonClass("quiet")} href={`${webhooksPath}/${id}`} aria-label={t("logLabel", { name })}>
        {t("log")}
      </a>
      <RowActions t={t} id={id} name={name} listPath={webhooksPath} onRemove={remove}>
        <SwitchButton t={t} name={name} isOn={isOn} onSwitch={toggleEndpoint} />
      </RowActions>
    </span>
  );
}

export function NewSecret({ name, secret }: { name: string; secret: string }) {
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

type Props = {
  endpoints: Endpoint[];
  /** The endpoint to change. Null for a new one. */
  endpoint: Endpoint | null;
};

/** Keeps a new secret while the page's data is refreshed. */
export function Endpoints({ endpoints, endpoint }: Props) {
  const [made, setMade] = useState<{ name: string; secret: string }>();
  const key = endpoint ? `${endpoint.id} ${endpoint.version}` : `new ${endpoints.length}`;
  return (
    <>
      {made && <NewSecret {...made} />}
      <EndpointTable endpoints={endpoints} />
      <EndpointForm key={key} endpoint={endpoint} onMade={setMade} />
    </>
  );
}

type EndpointValues = Record<"name" | "url" | "shape" | "format" | (typeof conditionNames)[number], string> & {
  events: Record<string, boolean>;
};
type EndpointForm = DeskForm<EndpointValues>;

type FormProps = Pick<Props, "endpoint"> & { onMade: (made: { name: string; secret: string }) => void };

function EndpointForm({ endpoint, onMade }: FormProps) {
  const t = useDeskText("webhooks");
  const form = useDeskForm<{ secret?: string | undefined }, EndpointValues>({
    id: "endpoint-form",
    idPrefix: "endpoint-",
    operation: webhookOperations.saveEndpoint,
    row: { key: "endpoint", stored: endpoint, listPath: webhooksPath },
    defaultValues: {
      name: endpoint?.name ?? "",
      url: endpoint?.url ?? "",
      events: Object.fromEntries(
        webhookTypes.map((type) => [toTextKey(type), endpoint?.events.includes(type) ?? false]),
      ),
      ...Object.fromEntries(conditionNames.map((name) => [name, endpoint?.[name] ?? ""])),
      shape: endpoint?.shape ?? "ids",
      format: endpoint?.format ?? "standard",
    },
    toBody: (values) => ({ ...values, events: webhookTypes.filter((type) => values.events[toTextKey(type)]) }),
    formatFault: ({ field, rule }) => {
      if (field.startsWith("events")) return t("fault.events");
      if (field === "url" && rule === "other") return t("fault.url");
      return field === "route" ? t("fault.impossible") : undefined;
    },
    done: t("saved"),
    problemTexts: { conflict: t("conflict"), not_found: t("conflict") },
    onSaved: ({ secret }, { name }) => secret !== undefined && onMade({ name, secret }),
  });
  return (
    <RowForm
      form={form}
      title={endpoint ? t("editLabel", { name: endpoint.name }) : t("new")}
      className="max-w-6xl"
      save={t("save")}
    >
      <div className="grid items-end gap-4 md:grid-cols-2">
        <Field {...form.field("name")} label={t("name")} hint={t("nameHint")} required autoComplete="off" />
        <Field
          {...form.field("url")}
          label={t("url")}
          hint={t("urlHint")}
          required
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <EventChoice form={form} endpoint={endpoint} />
      <EndpointSelects form={form} />
    </RowForm>
  );
}

function EventChoice({ form, endpoint }: { form: EndpointForm; endpoint: Endpoint | null }) {
  const t = useDeskText("webhooks");
  return (
    <CheckboxGroup
      id="endpoint-events"
      legend={t("events")}
      hint={t("eventsHint")}
      error={form.getError("events")}
      className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3"
      boxes={webhookTypes.map((type) => ({
        ...form.register(`events.${toTextKey(type)}`),
        defaultChecked: endpoint?.events.includes(type),
        label: (
          <span>
            {t(`types.${toTextKey(type)}`)} <code className="block text-xs text-muted">{type}</code>
          </span>
        ),
      }))}
    />
  );
}

function EndpointSelects({ form }: { form: EndpointForm }) {
  const t = useDeskText("webhooks");
  return (
    <>
      <div className="grid items-end gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <ConditionSelects form={form} names={conditionNames} any={t("any")} />
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        <div>
          <Select
            {...form.field("shape")}
            label={t("shape")}
            options={shapes.map((shape) => [shape, t(`shapes.${shape}`)])}
          />
          <p className="mt-2 text-sm text-muted">{t("shapeHint")}</p>
        </div>
        <div>
          <Select
            {...form.field("format")}
            label={t("format")}
            options={formats.map((format) => [format, t(`formats.${format}`)])}
          />
          <p className="mt-2 text-sm text-muted">{t("formatHint")}</p>
        </div>
      </div>
    </>
  );
}
