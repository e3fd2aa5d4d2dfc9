import type { CompanyTexts } from "../lib/domain/company.ts";

/** Spanish texts for the facts in company.ts. */
export const es: CompanyTexts = {};
