// `npm run check -- NAME`: what `npm test` cannot show, for it needs root, other programs or minutes. CI runs all of
// them every night (.github/workflows/nightly.yml).
import fs from "node:fs";
import path from "node:path";

const folder = path.join(import.meta.dirname, "checks");
const names = fs
  .readdirSync(folder)
  .filter((file) => /\brunCheck\(/.test(fs.readFileSync(path.join(folder, file), "utf8")))
  .map((file) => path.basename(file, ".ts"));
// The check reads the arguments after its name.
const [name = ""] = process.argv.splice(2, 1);
if (!names.includes(name)) {
  console.error(`Name a check: npm run check -- ${names.join(" | ")}`);
  process.exit(1);
}
await import(`./checks/${name}.ts`);
