/** Kept here for scripts and app alike, which have a copy of this module each. */
const state: typeof globalThis & { encajeIsStopping?: boolean } = globalThis;

/** From SIGTERM on: requests are still taken, but the instance is not ready for more. */
export function isStopping(): boolean {
  return state.encajeIsStopping ?? false;
}

export function beginStopping(): void {
  state.encajeIsStopping = true;
}
