/** Permissions of a key. Each operation of the operator API needs one. */
export const scopes = [
  "submissions:read",
  "submissions:write",
  "submissions:reply",
  "entries:read",
  "entries:write",
  "webhooks:manage",
] as const;
export type Scope = (typeof scopes)[number];
