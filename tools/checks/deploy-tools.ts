// Helpers of `npm run check -- deploy`: run programs, create a Debian from packages, and check a site.
import { execFileSync } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export const root = path.join(import.meta.dirname, "..", "..");
export const secrets = { AUTH_SECRET: "x".repeat(32), POSTGRES_PASSWORD: "secret" };

/** Runs a program. @returns its standard output */
export function run(program: string, args: string[], env: Record<string, string> = {}): string {
  const options = { cwd: root, encoding: "utf8", env: { ...process.env, ...env }, maxBuffer: 1e8 } as const;
  return execFileSync(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"], timeout: 1_200_000 }).trim();
}

export function measureSeconds(work: () => unknown): number {
  const startedAt = performance.now();
  work();
  return (performance.now() - startedAt) / 1000;
}

/** Creates a Debian system in `target`. Like the public image, it lacks package lists, manuals and Perl's modules. */
export function createDebianSystem(target: string, variant: "essential" | "minbase", packages: string[]): void {
  const texts = ["doc", "man", "locale", "info"].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);
  // Delete these after the installation, which needs Perl's modules.
  const unneeded = ["var/lib/apt/lists/*", "var/cache/apt/*", "usr/share/perl", "usr/lib/*/perl"];
  const clean = `--customize-hook=rm -rf ${unneeded.map((name) => `"$1"/${name}`).join(" ")}`;
  run("mmdebstrap", [`--variant=${variant}`, `--include=${packages.join()}`, ...texts, clean, "bookworm", target]);
}

export async function waitUntilReady(origin: string): Promise<boolean> {
  for (let tries = 0; tries < 300; tries++) {
    const isReady = await fetch(`${origin}/api/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return true;
    await sleep(100);
  }
  return false;
}
