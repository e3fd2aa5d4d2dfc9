// Adds to package-lock.json what npm leaves out when the registry at hand does not serve every platform's package:
// without these entries `npm ci` refuses the lock file everywhere. Run after each change of dependencies.
import fs from "node:fs";
import path from "node:path";

const file = path.join(import.meta.dirname, "..", "package-lock.json");
const lock = JSON.parse(fs.readFileSync(file, "utf8"));
const systems = ["android", "darwin", "freebsd", "linux", "win32"];
const processors = ["arm64", "ia32", "x64"];

for (const parent of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    const place = `node_modules/${name}`;
    const words = name.split(/[/-]/);
    const os = systems.filter((system) => words.includes(system));
    const cpu = processors.filter((processor) => words.includes(processor));
    if (lock.packages[place] || os.length === 0 || cpu.length === 0) continue;
    const libc = os[0] === "linux" ? { libc: [words.includes("musl") ? "musl" : "glibc"] } : {};
    lock.packages[place] = { version, cpu, ...(parent.dev ? { dev: true } : {}), ...libc, optional: true, os };
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
