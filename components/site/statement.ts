/** Date of the last review of the accessibility and security statements against the software. */
export const statementDate = "2026-11-22";

/** Sections in the order of the page. Their names are also the anchors of the headings. */
export const accessibilitySections = ["standard", "checks", "limits", "report"] as const;
export const securitySections = ["data", "access", "site", "report"] as const;
