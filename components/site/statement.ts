/** Date of the last review of the accessibility and security statements against the software. */
export const statementDate = "2026-11-22";

export const accessibilitySections = ["standard", "checks", "limits", "report"] as const;
export const securitySections = ["data", "access", "site", "report"] as const;
