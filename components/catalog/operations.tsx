import { useTranslations } from "next-intl";
import type { ApiReference } from "#lib/domain/catalog/reference/reference.ts";
import type { ServiceTexts } from "#lib/domain/catalog/schema.ts";
import { CopyButton, PathText } from "./code.tsx";
import { MarkedText, markedHeading } from "./found-in.tsx";
import { Markdown } from "./markdown.tsx";

type EntryContents = { services: ServiceTexts[]; endpoints: string[] };

/** Leaves out the operations that the reference already shows, whether named by ID or by method and path. */
export function omitReferencedOperations(
  { services, endpoints }: EntryContents,
  reference: ApiReference | null,
): EntryContents {
  const groups = reference?.groups ?? [];
  const shown = new Set(
    groups.flatMap(({ operations }) =>
      operations.flatMap(({ operationId, method, path }) => [operationId, `${method} ${path}`]),
    ),
  );
  const isMissingInReference = (name: string) => !shown.has(name);
  return {
    endpoints: endpoints.filter(isMissingInReference),
    services: services.flatMap((service, at) => {
      const operations = service.operations.filter(isMissingInReference);
      const hasGroup = groups.some((group) => group.service === at);
      return hasGroup && !operations.length ? [] : [{ ...service, operations }];
    }),
  };
}

const looks: Record<string, string> = {
  GET: "bg-success-soft text-success",
  POST: "bg-primary-soft text-primary",
  PUT: "bg-accent-soft text-ink",
  PATCH: "bg-accent-soft text-ink",
  DELETE: "bg-danger-soft text-danger",
};

export function Method({ method }: { method: string }) {
  const look = looks[method] ?? "bg-paper text-muted";
  return <span className={`method ${look}`}>{method}</span>;
}

type EndpointsProps = { endpoints: string[]; words: readonly string[] };

export function EndpointList({ endpoints, words }: EndpointsProps) {
  return (
    <ul className="mt-5 rounded-md border border-line bg-surface">
      {endpoints.map((endpoint, at) => {
        const [, method = "", path = endpoint] = /^([A-Z]{3,7})\s+(\S.*)$/s.exec(endpoint) ?? [];
        const id = `endpoint-${at + 1}`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: an author may repeat an endpoint; they never move
          <li key={at} className="flex items-center gap-3 border-t border-line px-4 py-2 first:border-t-0">
            <span id={id} className="flex min-w-0 grow flex-wrap items-baseline gap-x-3 gap-y-1">
              {method && <Method method={method} />}{" "}
              <code className="min-w-0 font-mono text-sm break-words">
                <PathText path={path} words={words} />
              </code>
            </span>
            <CopyButton targetId={id} name={endpoint} />
          </li>
        );
      })}
    </ul>
  );
}

type ServicesProps = { services: ServiceTexts[]; words: readonly string[] };

export function Services({ services, words }: ServicesProps) {
  return (
    <div className="mt-5 divide-y divide-line rounded-md border border-line bg-surface">
      {services.map((service) => (
        <Service key={service.id} service={service} words={words} />
      ))}
    </div>
  );
}

function Service({ service, words }: { service: ServiceTexts; words: readonly string[] }) {
  const t = useTranslations("catalog");
  return (
    <section className="grid gap-x-8 gap-y-4 px-5 py-5 wrap-anywhere sm:grid-cols-[2fr_3fr] sm:px-6">
      <div>
        <h3 className={`text-lg ${markedHeading}`}>
          <MarkedText text={service.title} words={words} />
        </h3>
        <Markdown text={service.description} words={words} className="mt-2 text-sm" />
        <ServiceLinks service={service} />
      </div>
      {service.operations.length > 0 && (
        <ul aria-label={t("operations")} className="divide-y divide-line text-sm">
          {service.operations.map((name) => (
            <li key={name} className="py-2 font-mono sm:first:pt-1">
              <MarkedText text={name} words={words} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export function ServiceLinks({ service }: { service: ServiceTexts }) {
  const t = useTranslations("catalog");
  return (
    <p className="mt-2 flex flex-wrap gap-x-5 text-sm empty:hidden">
      <ExternalLink href={service.docsUrl} text={t("docs")} about={service.title} />
      <ExternalLink href={service.swaggerUrl} text={t("swagger")} about={service.title} />
    </p>
  );
}

type LinkProps = {
  href: string | null | undefined;
  text: string;
  about: string;
  className?: string;
};

export function ExternalLink({ href, text, about, className = "link inline-block py-1.5" }: LinkProps) {
  if (!href?.startsWith("https://")) return null;
  return (
    <a className={className} href={href} rel="noreferrer">
      {text}
      <span className="sr-only"> {about}</span>
      <span aria-hidden="true"> ↗</span>
    </a>
  );
}
