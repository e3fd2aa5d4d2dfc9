/** The sections of the notice in order; each is the anchor of its heading, too. */
export const sections = [
  "controller",
  "data",
  "browser",
  "purposes",
  "scoring",
  "assistants",
  "recipients",
  "retention",
  "security",
  "rights",
  "authorities",
  "changes",
] as const;

export type SectionName = (typeof sections)[number];
