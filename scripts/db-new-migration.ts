// `npm run db:new-migration -- verb_noun`: writes the migration that leads from the newest one to schema.prisma.
import "./load-env-file.ts";
import { runOnDatabase } from "./database.ts";
import { pendingSql, writeMigration } from "./schema-engine.ts";

const name = process.argv[2];
if (!name || !/^[a-z]+(_[a-z]+)+$/.test(name)) {
  console.error("Name the change by verb and noun: npm run db:new-migration -- add_lead_owner");
  process.exit(1);
}

await runOnDatabase(async (url) => {
  const sql = await pendingSql(url);
  if (!sql) return "schema.prisma has not changed.";
  const time = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  return `Wrote ${writeMigration(`${time}_${name}`, `-- Why: \n\n${sql}`)}: say why on top, add its CHECKs.`;
});
