// Adds to package-lock.json what npm leaves out when the registry at hand does not serve every platform's package:
// without these entries `npm ci` refuses the lock file everywhere. Run after each change of dependencies.
import fs from "node:fs";
import path from "node:path";

const file = path.join(import.meta.dirname, "..", "package-lock.json");
const lock = JSON.parse(fs.readFileSync(file, "utf8"));
const systems = ["android", "darwin", "freebsd", "linux", "win32"];
const processors = ["arm", "arm64", "ia32", "ppc64", "riscv64", "s390x", "wasm32", "x64"];

for (const parent of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    const place = `node_modules/${name}`;
    const words = name.split(/[/-]/);
    const os = systems.filter((system) => words.includes(system));
    const cpu = processors.filter((processor) => words.includes(processor));
    // WebAssembly packages fit every system.
    if (lock.packages[place] || cpu.length === 0 || (os.length === 0 && cpu[0] !== "wasm32")) continue;
    const libc = os[0] === "linux" ? { libc: [words.includes("musl") ? "musl" : "glibc"] } : {};
    const dev = parent.dev ? { dev: true } : {};
    lock.packages[place] = { version, cpu, ...dev, ...libc, optional: true, ...(os.length ? { os } : {}) };
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
