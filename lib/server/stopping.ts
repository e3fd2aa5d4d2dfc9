import { oncePerProcess } from "./once-per-process.ts";

const state = oncePerProcess("stopping", () => ({ isStopping: false, listeners: new Set<() => void>() }));

/** Returns true after SIGTERM. The process still serves requests, but its readiness check fails. */
export function isStopping(): boolean {
  return state.isStopping;
}

export function beginStopping(): void {
  state.isStopping = true;
  for (const listener of state.listeners) listener();
  state.listeners.clear();
}

/** Close long-lived connections there, because they would keep the process running. */
export function onStopping(listener: () => void): void {
  state.listeners.add(listener);
}
