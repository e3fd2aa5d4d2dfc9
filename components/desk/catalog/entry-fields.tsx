"use client";

import { useRef, useState } from "react";
import type { useForm } from "#components/forms/use-form.ts";
import { buttonClass } from "#components/ui/button.ts";
import { Field } from "#components/ui/field.tsx";
import { MoveButtons } from "#components/ui/move-buttons.tsx";
import { useIsHydrated } from "#components/ui/use-is-hydrated.ts";
import { pickTitle } from "#lib/domain/catalog/editor/content.ts";
import { useDeskLanguage, useDeskText } from "#lib/i18n/desk-text.ts";
import { type EntryValues, emptyService, type ServiceValues } from "./entry-values.ts";

export type EntryField = (name: string) => {
  id: string;
  error: string | undefined;
  value?: string;
  onChange: (event: { target: { value: string } }) => unknown;
};

type PairProps = {
  name: "title" | "description" | "useCases";
  /** If set, the control is a text area. */
  rows?: number;
  hint?: string;
  field: EntryField;
};

export function LanguagePair({ name, rows, hint, field }: PairProps) {
  const t = useDeskText("catalog");
  return (
    <div className="grid gap-6 md:grid-cols-2">
      {(["En", "Es"] as const).map((ending) => {
        const label = t(`fields.${name}${ending}`);
        const shared = { ...field(`${name}${ending}`), label, lang: ending.toLowerCase(), hint };
        return rows ? (
          <Field key={ending} {...shared} as="textarea" rows={rows} />
        ) : (
          <Field key={ending} {...shared} autoComplete="off" />
        );
      })}
    </div>
  );
}

type CodeProps = { name: "endpoints" | "operations" | "spec"; rows: number; field: EntryField };

export function CodeField({ name, rows, field }: CodeProps) {
  const t = useDeskText("catalog");
  const texts = { label: t(`fields.${name}`), hint: t(`hints.${name}`) };
  return <Field {...field(name)} {...texts} as="textarea" rows={rows} spellCheck={false} />;
}

export function Addresses({ field }: { field: EntryField }) {
  const t = useDeskText("catalog");
  return (
    <div className="grid gap-6 md:grid-cols-2">
      {(["docsUrl", "swaggerUrl"] as const).map((name) => (
        <Field
          key={name}
          {...field(name)}
          type="url"
          label={t(`fields.${name}`)}
          optional={t("optional")}
          hint={t("hints.address")}
        />
      ))}
    </div>
  );
}

/** A service in the form. `key` identifies it while others are added or removed. */
type Service = { key: number; isNew?: boolean; values: ServiceValues };

type ServicesProps = {
  form: Pick<ReturnType<typeof useForm<EntryValues>>, "getValues" | "setValue">;
  getError: (name: string) => string | undefined;
};

/** Reads the form's values only on mount, so give it a new key when the values are replaced. */
export function ServiceGroups({ form, getError }: ServicesProps) {
  const t = useDeskText("catalog");
  const [services, setServices] = useState<Service[]>(() =>
    form.getValues().services.map((values, key) => ({ key, values })),
  );
  const isHydrated = useIsHydrated();
  const nextKey = useRef(services.length);
  const heading = useRef<HTMLHeadingElement>(null);
  const [removed, setRemoved] = useState<{ service: Service; at: number } | null>(null);
  const [said, setSaid] = useState("");
  const toId = (at: number, name: string) => `services.${at}.${name}`;
  const hasError = (at: number) => Object.keys(emptyService).some((name) => getError(toId(at, name)));

  const change = (changed: Service[]) => {
    const values = changed.map((service) => service.values);
    const shouldValidate = services.some((_, at) => hasError(at));
    setServices(changed);
    form.setValue("services", values, { shouldValidate });
  };
  const language = useDeskLanguage();
  const nameService = (service: ServiceValues) => pickTitle(service, language) || service.id || t("newService");
  const move = (at: number, to: number) => {
    const service = services[at];
    if (!service) return;
    change(services.toSpliced(at, 1).toSpliced(to, 0, service));
    setRemoved(null);
    setSaid(t("movedService", { name: nameService(service.values), number: to + 1, count: services.length }));
  };
  const remove = (at: number) => {
    const service = services[at];
    if (!service) return;
    change(services.toSpliced(at, 1));
    setRemoved({ service, at });
    setSaid(t("removedService", { name: nameService(service.values) }));
    heading.current?.focus();
  };
  const putBack = () => {
    if (!removed) return;
    change(services.toSpliced(removed.at, 0, removed.service));
    setRemoved(null);
    setSaid(t("putBackService", { name: nameService(removed.service.values) }));
    heading.current?.focus();
  };
  const add = () => change([...services, { key: nextKey.current++, isNew: true, values: emptyService }]);

  const toField = ({ values, ...service }: Service, at: number): EntryField => {
    const texts: Record<string, string> = values;
    return (name) => ({
      id: toId(at, name),
      error: getError(toId(at, name)),
      value: texts[name] ?? "",
      onChange: ({ target }) => change(services.with(at, { ...service, values: { ...values, [name]: target.value } })),
    });
  };

  return (
    <section aria-labelledby="services" className="border-t border-line pt-6">
      <h2 ref={heading} id="services" tabIndex={-1} className="text-xl">
        {t("fields.services")}
      </h2>
      <p role="status" className="flex flex-wrap items-center gap-x-4 text-sm text-muted">
        {said}
        {removed && (
          <button type="button" className={buttonClass("quiet")} onClick={putBack}>
            {t("putBack")}
          </button>
        )}
      </p>
      <div className="mt-4 space-y-3">
        {services.map((service, at) => (
          <ServiceGroup
            key={service.key}
            service={service}
            number={at + 1}
            hasError={hasError(at)}
            field={toField(service, at)}
            count={services.length}
            onMove={(to) => move(at, to)}
            onRemove={() => remove(at)}
          />
        ))}
      </div>
      <button type="button" className={`${buttonClass("secondary")} mt-4`} disabled={!isHydrated} onClick={add}>
        {t("addService")}
      </button>
    </section>
  );
}

type GroupProps = {
  service: Service;
  number: number;
  count: number;
  hasError: boolean;
  field: EntryField;
  onMove: (to: number) => void;
  onRemove: () => void;
};

function ServiceGroup({ service, number, count, hasError, field, onMove, onRemove }: GroupProps) {
  const t = useDeskText("catalog");
  const { values, isNew } = service;
  const isHydrated = useIsHydrated();
  const name = pickTitle(values, useDeskLanguage()) || values.id;
  const [isOpen, setIsOpen] = useState(!name);
  return (
    <div className="flex flex-wrap items-start gap-x-4 md:flex-nowrap">
      <details
        open={isOpen || hasError}
        onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
        className="min-w-0 grow rounded-md max-md:basis-full border border-line bg-surface"
      >
        <summary className="min-h-12 cursor-pointer px-4 py-3 font-semibold wrap-anywhere">
          {name ? t("service", { number, name }) : t("newService")}
        </summary>
        <div className="space-y-5 px-4 pt-1 pb-5">
          <div className="max-w-xl">
            <Field
              {...field("id")}
              label={t("fields.id")}
              hint={t("hints.id")}
              autoComplete="off"
              spellCheck={false}
              autoFocus={isNew}
            />
          </div>
          <LanguagePair name="title" field={field} />
          <LanguagePair name="description" rows={3} field={field} />
          <div className="[&_textarea]:font-mono [&_textarea]:text-sm">
            <CodeField name="operations" rows={4} field={field} />
          </div>
          <Addresses field={field} />
        </div>
      </details>
      <p className="flex shrink-0 gap-x-4 text-sm">
        <MoveButtons
          up={t("moveServiceUp", { number })}
          down={t("moveServiceDown", { number })}
          at={number - 1}
          count={count}
          onMove={onMove}
        />
        <button
          type="button"
          className={buttonClass("quiet")}
          disabled={!isHydrated}
          aria-label={t("removeService", { number })}
          onClick={onRemove}
        >
          {t("remove")}
        </button>
      </p>
    </div>
  );
}
