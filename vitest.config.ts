import path from "node:path";
import { defineConfig } from "vitest/config";

/** Files share a process and its packages, which are slow to load. tools/fresh-file.ts loads our code anew for each. */
const fresh = { isolate: false, setupFiles: "tools/fresh-file.ts" };
const database = "**/*.db.test.ts";
/** Each of these files needs its own process, because it listens to all requests of the process. */
const alone = ["lib/http/front/*.test.ts", "lib/http/{prepare-requests,tracing}.test.ts"];

/** Vitest starts a new process at each change of project, so run them one after the other. */
const inOrder = (groupOrder: number) => ({ shuffle: true, groupOrder });

export default defineConfig({
  resolve: {
    alias: {
      "server-only": path.join(import.meta.dirname, "node_modules", "server-only", "empty.js"),
      "n8n-workflow": path.join(import.meta.dirname, "clients", "n8n", "n8n-workflow.ts"),
    },
  },
  test: {
    environment: "node",
    restoreMocks: true,
    testTimeout: 20_000,
    // Vitest's default of one second is too short on a machine that runs other tests at the same time.
    expect: { poll: { timeout: 15_000 } },
    // More than the two cores of the slowest machine, because many tests wait for a database or a timeout.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          ...fresh,
          name: "unit",
          include: ["{components,lib,scripts,tools}/**/*.test.ts"],
          exclude: [database, ...alone],
          sequence: inOrder(1),
        },
      },
      { extends: true, test: { name: "unit-alone", include: alone, sequence: inOrder(2) } },
      {
        extends: true,
        test: {
          ...fresh,
          name: "db",
          include: [`{app,lib,scripts}/${database}`],
          globalSetup: "tools/test-database.ts",
          sequence: inOrder(3),
        },
      },
    ],
  },
});
