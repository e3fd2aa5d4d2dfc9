/** Global, because the scripts and the app each load their own copy of this module. */
const state: typeof globalThis & { encajeIsStopping?: boolean } = globalThis;

/** True after SIGTERM: the instance still serves requests, but its readiness check fails. */
export function isStopping(): boolean {
  return state.encajeIsStopping ?? false;
}

export function beginStopping(): void {
  state.encajeIsStopping = true;
}
