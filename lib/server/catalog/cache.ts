import "server-only";

/** How long an answer of the catalog is reused: a change, or a database that is away, shows after a second. */
export const cacheMilliseconds = 1_000;
