import { contractPath, mcpPath } from "../contract/addresses.ts";
import { type Locale, locales } from "../domain/locale.ts";
import { getPathname, type Href } from "../i18n/paths.ts";
import { toTwinPath } from "../i18n/twins.ts";

const pages: { href: Href; title: Record<Locale, string> }[] = [
  { href: "/", title: { en: "Home", es: "Inicio" } },
  { href: "/evaluation", title: { en: "Evaluate a project", es: "Evaluar un proyecto" } },
  { href: "/catalog", title: { en: "API catalog", es: "Catálogo de APIs" } },
  { href: "/developers", title: { en: "For developers and assistants", es: "Para desarrolladores y asistentes" } },
];
const languages: Record<Locale, string> = { en: "English", es: "Español" };

/** llms.txt (llmstxt.org): an index of the Markdown twins. Of entries it has only the slug, which the database restricts. */
export function writeLlmsText(site: { name: string; url: string }, summary: string, slugs: string[]): string {
  const toLink = (title: string, path: string) => `- [${title}](${site.url}${path})`;
  const sections = locales.map((locale) => {
    const toTwin = (title: string, href: Href) => toLink(title, toTwinPath(getPathname({ href, locale })));
    const entries = slugs.map((slug) => toTwin(slug, { pathname: "/catalog/[slug]", params: { slug } }));
    return [`## ${languages[locale]}`, "", ...pages.map(({ href, title }) => toTwin(title[locale], href)), ...entries];
  });
  const programs = ["## API", "", toLink("OpenAPI", contractPath), toLink("MCP", mcpPath)];
  const blocks = [`# ${site.name}`, `> ${summary}`, ...[...sections, programs].map((lines) => lines.join("\n"))];
  return `${blocks.join("\n\n")}\n`;
}
