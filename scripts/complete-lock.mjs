// Adds the packages of other platforms to package-lock.json, with the registry's checksums where it has them. npm
// leaves these packages out if the registry does not serve all of them, and then `npm ci` refuses the lock file
// everywhere. Run this after each change of dependencies.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const systems = ["android", "darwin", "freebsd", "linux", "win32", "win"];
const processors = ["arm", "arm64", "ia32", "ppc64", "riscv64", "s390x", "wasm32", "x64"];

export function addPlatforms(packages) {
  const all = { ...packages };
  for (const parent of Object.values(packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      const place = `node_modules/${name}`;
      const words = name.split(/[/-]/);
      const os = systems
        .filter((system) => words.includes(system))
        .map((system) => (system === "win" ? "win32" : system));
      const cpu = processors.filter((processor) => words.includes(processor));
      // WebAssembly packages name no system, because they run on every one.
      if (all[place] || cpu.length === 0 || (os.length === 0 && cpu[0] !== "wasm32")) continue;
      const libc = os[0] === "linux" ? { libc: [words.includes("musl") ? "musl" : "glibc"] } : {};
      const dev = parent.dev ? { dev: true } : {};
      all[place] = { version, cpu, ...dev, ...libc, optional: true, ...(os.length ? { os } : {}) };
    }
  }
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

export function listUnchecked(packages) {
  return Object.entries(packages).flatMap(([place, { link, integrity }]) =>
    place.startsWith("node_modules/") && !link && !integrity ? [place] : [],
  );
}

function findIntegrity(place, version) {
  const name = place.slice("node_modules/".length);
  const { stdout, status } = spawnSync("npm", ["view", `${name}@${version}`, "dist.integrity"], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : "";
}

// Not import.meta.main, which Node 20 lacks: this file also runs on the Node of the machine.
if (process.argv[1] && fs.realpathSync(process.argv[1]) === import.meta.filename) {
  const file = path.join(import.meta.dirname, "..", "package-lock.json");
  const lock = JSON.parse(fs.readFileSync(file, "utf8"));
  lock.packages = addPlatforms(lock.packages);
  for (const place of listUnchecked(lock.packages)) {
    const { version, ...others } = lock.packages[place];
    const integrity = findIntegrity(place, version);
    if (integrity) lock.packages[place] = { version, integrity, ...others };
    else console.log(`${place} ${version} has no checksum: this registry does not serve it.`);
  }
  fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}
