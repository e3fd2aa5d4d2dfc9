import type { CompanyTexts } from "../lib/domain/company.ts";

/** The texts that belong to company.ts. */
export const en: CompanyTexts = {};
