// Runs before each test file. Files share a process, so that packages, which are slow to load, are loaded once. Our own
// modules are loaded anew for each file, with the environment variables, timers and globals of the first.
import { afterAll, vi } from "vitest";

const kept: typeof globalThis & { firstEnv?: NodeJS.ProcessEnv; encajeKept?: unknown } = globalThis;
kept.firstEnv ??= { ...process.env };
for (const name of Object.keys(process.env)) if (!(name in kept.firstEnv)) delete process.env[name];
Object.assign(process.env, kept.firstEnv);
// oncePerProcess in lib/server/process.ts keeps its values there.
delete kept.encajeKept;
vi.useRealTimers();
vi.unstubAllGlobals();
vi.resetModules();

// Close the connections that this file of database tests has opened.
if (process.env.ADMIN_DATABASE_URL) {
  await import("../lib/server/timeouts.fixture.ts");
  afterAll(async () => {
    const { disconnect } = await import("../lib/server/db.ts");
    await disconnect();
  });
}
