// Applies prisma/migrations, with the same bookkeeping as `prisma migrate deploy`.
import { installQueue } from "../lib/server/outbox/queue.ts";
import { type Engine, migrationsFolder, noFilters, readMigrations, withEngine } from "./schema-engine.ts";

/**
 * Applies what the database at `url` does not have yet of the migrations in `folder`, brings the tables of the mail
 * queue up to date, and returns the names of the migrations.
 * @throws Error with the name, the database's words and the one command that recovers when a migration has failed.
 */
export async function migrate(url: string, folder = migrationsFolder): Promise<string[]> {
  const applied = await applyMigrations(url, folder);
  await installQueue(url);
  return applied;
}

async function applyMigrations(url: string, folder: string): Promise<string[]> {
  const migrationsList = readMigrations(folder);
  return withEngine(url, async (engine) => {
    await refuseFailed(engine);
    await refuseEdited(engine);
    try {
      return (await engine.applyMigrations({ migrationsList, filters: noFilters })).appliedMigrationNames;
    } catch (error) {
      await refuseFailed(engine, withoutTrace(error));
      throw error;
    }
  });

  async function diagnose(engine: Engine) {
    return engine.diagnoseMigrationHistory({ migrationsList, optInToShadowDatabase: false, filters: noFilters });
  }

  async function refuseEdited(engine: Engine): Promise<void> {
    const [name] = (await diagnose(engine)).editedMigrationNames;
    if (!name) return;
    throw new Error(
      [
        `The migration ${name} was changed after this database had applied it.`,
        "Restore its file and put the change into a migration of its own: npm run db:new-migration -- verb_noun",
      ].join("\n"),
    );
  }

  async function refuseFailed(engine: Engine, reason?: string): Promise<void> {
    const [name] = (await diagnose(engine)).failedMigrationNames;
    if (!name) return;
    throw new Error(
      [
        `The migration ${name} has failed${reason ? `:\n${reason}` : " in an earlier start."}`,
        "Mend its cause, then run:",
        `  npm run db:migrate -- --retry ${name}`,
      ].join("\n"),
    );
  }
}

/** Forgets a failed attempt, of which Postgres has kept nothing, so that the next run applies it again. */
export async function forgetFailed(url: string, migrationName: string): Promise<void> {
  await withEngine(url, (engine) => engine.markMigrationRolledBack({ migrationName }));
}

/** The engine appends where in its own source it was: nothing for whoever mends a migration. */
function withoutTrace(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\n\s*0: [\s\S]*$/, "").trim();
}
