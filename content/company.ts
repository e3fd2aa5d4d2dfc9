import type { CompanyFacts } from "../lib/domain/company.ts";

/** What visitors may know of the company, the same in both languages: docs/run.md. What is left out appears nowhere. */
export const company: CompanyFacts = {};
