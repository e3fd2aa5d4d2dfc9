import { channel } from "node:diagnostics_channel";

/** A finished request. `operation` is an operation ID or the pattern of a page's URL, never a URL. */
export type SeenRequest = { operation: string; status: number; milliseconds: number };
export type SeenWork = { kind: string; milliseconds: number; isDone: boolean };

/** The whole process shares a channel, but not a module: Next bundles its own copies. Publish no personal data. */
export const seen = {
  request: channel("encaje:request"),
  work: channel("encaje:work"),
  limiterFallback: channel("encaje:limiter-fallback"),
};
