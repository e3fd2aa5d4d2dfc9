/** In the order of the notice; also the anchors of its headings. */
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
