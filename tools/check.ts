// `npm run check -- NAME`: runs a check that is not part of `npm test`, because it needs root, other programs or
// minutes. CI runs all checks every night (.github/workflows/nightly.yml).
import fs from "node:fs";
import path from "node:path";

const folder = path.join(import.meta.dirname, "checks");
const names = fs
  .readdirSync(folder)
  .filter((file) => /^await runCheck\(/m.test(fs.readFileSync(path.join(folder, file), "utf8")))
  .map((file) => path.basename(file, ".ts"));
// Remove the check's name, because the check itself reads the remaining arguments.
const [name = ""] = process.argv.splice(2, 1);
if (!names.includes(name)) {
  console.error(`Name a check: npm run check -- ${names.join(" | ")}`);
  process.exit(1);
}
await import(`./checks/${name}.ts`);
