/** What a key may do. Each operation of the operator API names one. */
export const scopes = [
  "submissions:read",
  "submissions:write",
  "submissions:reply",
  "entries:read",
  "entries:write",
] as const;
export type Scope = (typeof scopes)[number];
