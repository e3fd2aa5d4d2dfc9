import { channel } from "node:diagnostics_channel";

/** An answered request. `operation` is an operation's id or the pattern of a page's address: never an address. */
export type SeenRequest = { operation: string; status: number; milliseconds: number };
/** Work on the database that has ended, its wait for a connection included. */
export type SeenWork = { kind: string; milliseconds: number; isDone: boolean };

/**
 * What metrics and traces listen to, where they are on. Channels belong to the process; of modules, Next bundles a copy
 * of its own. Nothing personal may be published.
 */
export const seen = {
  request: channel("encaje:request"),
  work: channel("encaje:work"),
  limiterFallback: channel("encaje:limiter-fallback"),
};
