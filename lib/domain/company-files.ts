import { type Locale, locales, mapLocales } from "../i18n/locales.ts";
import type { Both } from "./company.ts";

/** The facts in `content/company.ts`, the same in both languages. */
export type CompanyFacts = {
  legalName?: string;
  taxId?: string;
  address?: { street: string; postalCode?: string; city: string; region?: string; country: string };
  phone?: string;
  whatsApp?: string;
  clients?: { name: string; url?: string }[];
  cases?: { id: string; client?: string; year: number; figures: { value: number; percent?: boolean }[] }[];
  team?: { id: string; name: string; url?: string }[];
  subprocessors?: { id: string; name: string; country: string; since: string; url?: string }[];
};

/** The texts in `content/en.ts` and `content/es.ts`. Each is stored under the ID of its fact. */
export type CompanyTexts = {
  hours?: string;
  cases?: Record<string, { title: string; text: string; labels: string[] }>;
  team?: Record<string, string>;
  subprocessors?: Record<string, string>;
  policies?: Record<string, { title: string; url: string }>;
};

type SiteStart = { name: string; headline: Both; lead: Both; region?: Both; smallest?: Both };

/** Joins the site's first content from files, messages and the environment. Missing texts fail the schema's check. */
export function joinSiteContent(start: SiteStart, facts: CompanyFacts, texts: Record<Locale, CompanyTexts>): object {
  const { clients = [], cases = [], team = [], subprocessors = [], ...identity } = facts;
  const both = <Text>(pick: (words: CompanyTexts) => Text) => mapLocales((locale) => pick(texts[locale]));
  const hours = locales.some((locale) => texts[locale].hours) ? { hours: both((words) => words.hours) } : {};
  const policyIds = [...new Set(locales.flatMap((locale) => Object.keys(texts[locale].policies ?? {})))];
  return {
    ...start,
    ...identity,
    ...hours,
    clients,
    cases: cases.map(({ id, figures, ...each }) => ({
      ...each,
      title: both((words) => words.cases?.[id]?.title),
      text: both((words) => words.cases?.[id]?.text),
      figures: both((words) => joinFigures(figures, words.cases?.[id]?.labels ?? [])),
    })),
    team: team.map(({ id, ...each }) => ({ ...each, role: both((words) => words.team?.[id]) })),
    quotes: [],
    questions: [],
    subprocessors: subprocessors.map(({ id, ...each }) => ({
      ...each,
      purpose: both((words) => words.subprocessors?.[id]),
    })),
    policies: policyIds.map((id) => ({
      title: both((words) => words.policies?.[id]?.title),
      url: both((words) => words.policies?.[id]?.url),
    })),
  };
}

/** English and Mexican Spanish write numbers alike. */
const formatNumber = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });

function joinFigures(figures: { value: number; percent?: boolean }[], labels: string[]): string {
  const lines = figures.map(
    ({ value, percent }, at) => `${formatNumber.format(value)}${percent ? "%" : ""} | ${labels[at] ?? ""}`,
  );
  return lines.join("\n");
}
