import type { CompanyFacts } from "../lib/domain/company.ts";

/** Public facts about the company, shared by both languages (docs/run.md). Pages omit missing facts. */
export const company: CompanyFacts = {};
