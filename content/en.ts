import type { CompanyTexts } from "../lib/domain/company.ts";

/** English texts for the facts in company.ts. */
export const en: CompanyTexts = {};
