import { ConsentToken } from "#lib/domain/submissions/consent.ts";
import { tokenParameter } from "#lib/domain/submissions/consent-parameters.ts";

/** The query that leads back to a link; empty where there is none. */
export function tokenQuery(token: unknown): string {
  const { data } = ConsentToken.safeParse(token);
  return data === undefined ? "" : `?${new URLSearchParams({ [tokenParameter]: data })}`;
}
