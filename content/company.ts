import type { CompanyFacts } from "../lib/domain/company-files.ts";

/** Facts that the first start stores, in both languages (docs/run.md). Afterwards they are edited at the desk. */
export const company: CompanyFacts = {};
