// Loaded before each file of database tests. Raises the timeouts, because tests block statements on purpose, and on a
// busy machine the service's own timeouts would fail tests by accident.
import { onTestFinished } from "vitest";
import { disconnect, timeouts } from "./db.ts";

const real = { ...timeouts };
const raised = { connect: 20_000, statement: 20_000, lock: 20_000, query: 25_000, silence: 25_000, wait: 25_000 };
Object.assign(timeouts, raised);

/** Uses the service's own timeouts until the current test ends. */
export async function applyRealTimeouts(): Promise<void> {
  const apply = async (values: typeof timeouts) => {
    await disconnect();
    Object.assign(timeouts, values);
  };
  await apply(real);
  onTestFinished(() => apply(raised));
}
