// `npm run check -- NAME`: runs a check that needs root, other programs or minutes, so it is not part of `npm test`. CI
// runs all of them every night (.github/workflows/nightly.yml).
import fs from "node:fs";
import path from "node:path";

const folder = path.join(import.meta.dirname, "checks");
const names = fs
  .readdirSync(folder)
  .filter((file) => /^await run(Check|OnSite)\(/m.test(fs.readFileSync(path.join(folder, file), "utf8")))
  .map((file) => path.basename(file, ".ts"));
// Remove the check's name, because the check itself reads the remaining arguments.
const [name = ""] = process.argv.splice(2, 1);
if (!names.includes(name)) {
  console.error(`Name a check: npm run check -- ${names.join(" | ")}`);
  process.exit(1);
}
await import(`./checks/${name}.ts`);
