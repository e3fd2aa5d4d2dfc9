import path from "node:path";
import { defineConfig } from "vitest/config";

const shared = {
  environment: "node",
  sequence: { shuffle: true },
  restoreMocks: true,
  testTimeout: 20_000,
  // Vitest's own second would be a claim about the speed of a machine that runs other tests as well.
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
    alias: { "server-only": path.join(import.meta.dirname, "node_modules", "server-only", "empty.js") },
  },
  test: {
    // More than the two cores of the slowest machine: many tests wait for a database or a time-out.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        // Code without state needs no process of its own per file, which costs more than its tests.
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
