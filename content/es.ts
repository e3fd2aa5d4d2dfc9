import type { CompanyTexts } from "../lib/domain/company-files.ts";

/** Spanish texts for the facts in company.ts. */
export const es: CompanyTexts = {};
