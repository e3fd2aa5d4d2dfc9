import { oncePerProcess } from "./once-per-process.ts";

const state = oncePerProcess("stopping", () => ({ isStopping: false, listeners: new Set<() => void>() }));

/** Returns true after SIGTERM. The instance still serves requests, but its readiness check fails. */
export function isStopping(): boolean {
  return state.isStopping;
}

export function beginStopping(): void {
  state.isStopping = true;
  for (const listener of state.listeners) listener();
  state.listeners.clear();
}

/** Long-lived connections must be closed then, because they would keep the instance from ending. */
export function onStopping(listener: () => void): void {
  state.listeners.add(listener);
}
