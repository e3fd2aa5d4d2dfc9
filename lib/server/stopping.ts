import { oncePerProcess } from "./once-per-process.ts";

const state = oncePerProcess("stopping", () => ({ isStopping: false }));

/** True after SIGTERM: the instance still serves requests, but its readiness check fails. */
export function isStopping(): boolean {
  return state.isStopping;
}

export function beginStopping(): void {
  state.isStopping = true;
}
