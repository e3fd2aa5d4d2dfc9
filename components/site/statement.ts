/** When the statements on accessibility and security were last compared with the software. */
export const statementDate = "2026-11-22";

/** In the order of each page; also the anchors of the headings. */
export const accessibilitySections = ["standard", "checks", "limits", "report"] as const;
export const securitySections = ["data", "access", "site", "report"] as const;
