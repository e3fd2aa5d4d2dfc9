import path from "node:path";
import { defineConfig } from "vitest/config";

const shared = {
  environment: "node",
  sequence: { shuffle: true },
  maxWorkers: 2,
  restoreMocks: true,
} as const;

export default defineConfig({
  resolve: {
    alias: { "server-only": path.join(import.meta.dirname, "node_modules", "server-only", "empty.js") },
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: "unit",
          include: ["components/**/*.test.ts", "lib/**/*.test.ts", "scripts/**/*.test.ts"],
          exclude: ["**/*.db.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: "db",
          include: ["lib/**/*.db.test.ts", "scripts/**/*.db.test.ts"],
          globalSetup: "scripts/test-database.ts",
        },
      },
    ],
  },
});
