// `npm run db:new-migration -- verb_noun`: writes the migration that leads from the newest one to schema.prisma.
import "./load-env-file.ts";
import { openDatabase } from "./database.ts";
import { pendingSql, writeMigration } from "./schema-engine.ts";

const name = process.argv[2];
if (!name || !/^[a-z]+(_[a-z]+)+$/.test(name)) {
  console.error("Name the change by verb and noun: npm run db:new-migration -- add_lead_owner");
  process.exit(1);
}

const database = await openDatabase();
try {
  const sql = await pendingSql(database.url);
  const time = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const file = sql && writeMigration(`${time}_${name}`, `-- Why: \n\n${sql}`);
  console.log(file ? `Wrote ${file}: say why on top, add its CHECKs.` : "schema.prisma has not changed.");
} finally {
  await database.close();
}
process.exit(0);
