import type { CompanyFacts } from "../lib/domain/company.ts";

/** Public facts about the company, the same in both languages: docs/run.md. Pages leave out missing facts. */
export const company: CompanyFacts = {};
