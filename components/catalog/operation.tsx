import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ContentView } from "#lib/domain/catalog/reference/content.ts";
import type { OperationView } from "#lib/domain/catalog/reference/operation.ts";
import { CodeBlock, PathText } from "./code.tsx";
import { MarkedText } from "./found-in.tsx";
import { Markdown } from "./markdown.tsx";
import { Method } from "./operations.tsx";
import { Properties, SchemaProperties } from "./properties.tsx";
import { CodeSamples } from "./samples.tsx";

type Props = {
  operation: OperationView;
  lang?: string;
};

export function OperationSection({ operation, lang, words }: Props & { words: readonly string[] }) {
  const t = useTranslations("catalog.spec");
  const format = useFormatter();
  const { id, method, path, summary } = operation;
  return (
    <details className="group rounded-md border border-line bg-surface open:border-edge print:details-content:[content-visibility:visible]">
      <summary className="flex cursor-pointer list-none items-start gap-3 rounded-md px-4 py-3 hover:bg-primary-soft sm:px-5 [&::-webkit-details-marker]:hidden">
        <h4 className="flex min-w-0 grow flex-wrap items-baseline gap-x-3 gap-y-1 font-sans text-base leading-normal font-medium tracking-normal">
          <Method method={method} />
          <code className="min-w-0 font-mono text-sm font-semibold break-words">
            <PathText path={path} words={words} />
          </code>
          <span lang={lang} className={operation.isDeprecated ? "text-muted line-through" : "text-muted"}>
            {summary}
          </span>
          {operation.isDeprecated && <span className="text-sm text-danger">{t("deprecated")}</span>}
          {operation.sunset && (
            <span className="text-sm text-danger">
              {t("sunset", { date: format.dateTime(operation.sunset, { dateStyle: "long", timeZone: "UTC" }) })}
            </span>
          )}
          {operation.operationId && (
            <code className="font-mono text-xs text-muted break-words">
              <MarkedText text={operation.operationId} words={words} />
            </code>
          )}
        </h4>
        <svg viewBox="0 0 20 20" className="mt-1 size-5 shrink-0 text-muted group-open:rotate-180" aria-hidden="true">
          <path d="m5 7.500 5 5 5-5" className="fill-none stroke-current" strokeWidth="2" strokeLinecap="round" />
        </svg>
      </summary>
      {/* The id is inside the details element, so that the browser opens the element for a URL with this fragment. */}
      <div
        id={id}
        className="grid scroll-mt-24 gap-x-8 gap-y-6 border-t border-line px-4 py-5 sm:px-5 xl:grid-cols-[minmax(0,1fr)_30rem]"
      >
        <OperationTexts operation={operation} lang={lang} Heading="h5" />
        <OperationExamples operation={operation} lang={lang} />
      </div>
    </details>
  );
}

export function OperationContent({ operation, lang }: Props) {
  return (
    <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_30rem]">
      <OperationTexts operation={operation} lang={lang} Heading="h2" />
      <OperationExamples operation={operation} lang={lang} isBrief />
    </div>
  );
}

function OperationTexts({ operation, lang, Heading }: Props & { Heading: PartProps["Heading"] }) {
  const t = useTranslations("catalog.spec");
  const format = useFormatter();
  const { security, body } = operation;
  return (
    <div className="min-w-0 space-y-5 wrap-anywhere">
      {operation.isWebhook && <p className="font-medium">{`${t("webhook")}. ${t("webhookText")}`}</p>}
      <Markdown text={operation.description} lang={lang} />
      {security && (
        <p className="text-sm text-muted">
          {t(describeSecurity(security), { names: format.list(security.filter(Boolean), { type: "disjunction" }) })}
        </p>
      )}
      {operation.parameters.length > 0 && (
        <OperationPart title={t("parameters")} Heading={Heading}>
          <Properties rows={operation.parameters} more={operation.moreParameters} lang={lang} />
        </OperationPart>
      )}
      {body && (
        <OperationPart title={t("body")} Heading={Heading} note={body.isRequired ? t("required") : undefined}>
          <Markdown text={body.description} lang={lang} className="mt-1 text-sm" />
          {body.contents.map((content) => (
            <MediaContent key={content.mediaType} content={content} lang={lang} isReceived={operation.isWebhook} />
          ))}
        </OperationPart>
      )}
      {operation.responses.length > 0 && (
        <OperationPart title={t("responses")} Heading={Heading}>
          <ul className="mt-2 space-y-4">
            {operation.responses.map(({ status, description, contents }) => (
              <li key={status}>
                <div className="flex items-baseline gap-3">
                  <b className="shrink-0 font-mono">{status}</b>
                  <Markdown text={description} lang={lang} className="min-w-0 text-sm" />
                </div>
                {contents.map((content) => (
                  <MediaContent
                    key={content.mediaType}
                    content={content}
                    lang={lang}
                    isReceived={!operation.isWebhook}
                  />
                ))}
              </li>
            ))}
            {operation.moreResponses > 0 && <li>{t("more", { count: operation.moreResponses })}</li>}
          </ul>
        </OperationPart>
      )}
    </div>
  );
}

/** An empty alternative allows calls without credentials. */
function describeSecurity(alternatives: string[]) {
  if (!alternatives.some(Boolean)) return "securityNone";
  return alternatives.every(Boolean) ? "security" : "securityOptional";
}

type PartProps = { title: string; note?: string; Heading: "h2" | "h5"; children: ReactNode };

function OperationPart({ title, note, Heading, children }: PartProps) {
  return (
    <section>
      <Heading className="font-sans text-base font-semibold tracking-normal">
        {title} {note && <span className="text-sm font-semibold text-danger">{note}</span>}
      </Heading>
      {children}
    </section>
  );
}

type ContentProps = { content: ContentView; isReceived?: boolean; lang?: string };

function MediaContent({ content: { mediaType, schema, sameAs }, isReceived, lang }: ContentProps) {
  const t = useTranslations("catalog.spec");
  return (
    <div className="mt-1">
      <p className="text-sm text-muted">
        <code className="font-mono">{mediaType}</code>
        {sameAs && ` · ${t("sameAs", { status: sameAs })}`}
      </p>
      {schema && <SchemaProperties schema={schema} isReceived={isReceived} lang={lang} />}
    </div>
  );
}

function OperationExamples({ operation, lang, isBrief = false }: Props & { isBrief?: boolean }) {
  const t = useTranslations("catalog.spec");
  const { id, call, body, responses, method, path } = operation;
  const label = `${method} ${path}`;
  const given = isBrief ? [] : (body?.contents.flatMap(({ examples }) => examples) ?? []);
  const sent = given.filter(({ text }) => text !== call?.body?.text);
  const shown = responses.filter(({ status }) => !isBrief || status.startsWith("2"));
  const received = shown.flatMap(({ status, contents }) =>
    contents.flatMap(({ examples }) => examples.map((example) => ({ ...example, status }))),
  );
  if (!call && !sent.length && !received.length) return null;
  const blocks = [
    ...sent.map((example, at) => ({ ...example, part: `body-${at + 1}`, kind: t("example") })),
    ...received.map(({ status, ...example }, at) => ({
      ...example,
      part: `response-${at + 1}`,
      kind: t("responseExample", { status }),
    })),
  ];
  return (
    <section
      aria-label={t("examplesName", { operation: label })}
      className="min-w-0 xl:sticky xl:top-6 xl:max-h-[calc(100dvh-3rem)] xl:self-start xl:overflow-y-auto print:max-h-none"
    >
      {call && <CodeSamples id={id} call={call} label={label} isBrief={isBrief} />}
      {blocks.map(({ part, kind, name, text, isCut }, at) => (
        <CodeBlock
          key={part}
          id={`${id}-${part}`}
          title={
            <span>
              {kind}
              {name && " · "}
              {name && <span lang={lang}>{name}</span>}
            </span>
          }
          name={`${kind} (${at + 1}) · ${label}`}
          code={text}
          note={isCut ? t("cut") : undefined}
        />
      ))}
    </section>
  );
}
