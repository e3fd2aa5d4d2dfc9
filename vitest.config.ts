import path from "node:path";
import { defineConfig } from "vitest/config";

const shared = {
  environment: "node",
  sequence: { shuffle: true },
  restoreMocks: true,
  testTimeout: 20_000,
  // Vitest's default of one second is too short on a machine that runs other tests at the same time.
  expect: { poll: { timeout: 15_000 } },
} as const;
const pure = [
  "components/**/*.test.ts",
  "lib/contract/**/*.test.ts",
  "lib/domain/**/*.test.ts",
  "lib/i18n/**/*.test.ts",
];

export default defineConfig({
  resolve: {
    alias: {
      "server-only": path.join(import.meta.dirname, "node_modules", "server-only", "empty.js"),
      "n8n-workflow": path.join(import.meta.dirname, "clients", "n8n", "n8n-workflow.ts"),
    },
  },
  test: {
    // More than the two cores of the slowest machine, because many tests wait for a database or a timeout.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        // Stateless code needs no isolation per file, which would cost more than the tests.
        test: { ...shared, name: "unit-pure", include: pure, isolate: false },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: "unit",
          include: ["lib/**/*.test.ts", "scripts/**/*.test.ts", "tools/**/*.test.ts"],
          exclude: ["**/*.db.test.ts", ...pure],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: "db",
          include: ["app/**/*.db.test.ts", "lib/**/*.db.test.ts", "scripts/**/*.db.test.ts"],
          globalSetup: "tools/test-database.ts",
        },
      },
    ],
  },
});
