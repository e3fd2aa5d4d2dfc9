import { useTranslations } from "next-intl";
import type { ServiceTexts } from "./entry-texts.ts";
import { ExternalLink } from "./external-link.tsx";
import { Marked, markedHeading } from "./marked.tsx";
import type { OperationIndex } from "./operation-index.ts";

type Props = { services: ServiceTexts[]; words: readonly string[]; operations: OperationIndex };

/** What an API consists of; each operation leads to its place in the reference. */
export function Services({ services, words, operations }: Props) {
  return (
    <div className="mt-5 grid gap-5 sm:grid-cols-2">
      {services.map((service) => (
        <Service key={service.id} service={service} words={words} operations={operations} />
      ))}
    </div>
  );
}

function Service({ service, words, operations }: { service: ServiceTexts } & Omit<Props, "services">) {
  const t = useTranslations("catalog");
  return (
    <section className="flex flex-col rounded-md border border-line bg-surface p-5 wrap-anywhere">
      <h3 className={`text-lg ${markedHeading}`}>
        <Marked text={service.title} words={words} />
      </h3>
      <p className="mt-2 mb-4 text-sm">
        <Marked text={service.description} words={words} />
      </p>
      {service.operations.length > 0 && (
        <ul aria-label={t("operations")} className="mt-auto text-sm">
          {service.operations.map((name) => {
            const operation = operations.get(name);
            return (
              <li key={name} className="border-t border-line py-2">
                {operation ? (
                  <a className="link font-mono" href={`#${operation.id}`}>
                    <Marked text={name} words={words} />
                  </a>
                ) : (
                  <span className="font-mono">
                    <Marked text={name} words={words} />
                  </span>
                )}
                {operation?.summary && <span className="text-muted"> · {operation.summary}</span>}
              </li>
            );
          })}
        </ul>
      )}
      <p className="flex flex-wrap gap-x-5 text-sm">
        <ExternalLink href={service.docsUrl} text={t("docs")} about={service.title} />
        <ExternalLink href={service.swaggerUrl} text={t("swagger")} about={service.title} />
      </p>
    </section>
  );
}
