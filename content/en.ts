import type { CompanyTexts } from "../lib/domain/company-files.ts";

/** English texts for the facts in company.ts. */
export const en: CompanyTexts = {};
