const kept: typeof globalThis & { encajeKept?: Map<string, unknown> } = globalThis;
kept.encajeKept ??= new Map();
const values = kept.encajeKept;

/** A module variable is not enough, because Next bundles its own copies of modules that the scripts also load. */
export function oncePerProcess<Value extends object>(name: string, make: () => Value): Value {
  const known = values.get(name);
  if (known) return known as Value;
  const made = make();
  values.set(name, made);
  return made;
}

const state = oncePerProcess("stopping", () => ({ isStopping: false }));

/** Returns true after SIGTERM. The process still serves requests, but its readiness check fails. */
export function isStopping(): boolean {
  return state.isStopping;
}

export function beginStopping(): void {
  state.isStopping = true;
}
