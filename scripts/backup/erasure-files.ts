import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type pg from "pg";
import type { PersonCounts } from "../../lib/domain/people/person.ts";
import { recordConsoleAudit } from "../../lib/server/audit.ts";
import { toRawTransaction } from "../../lib/server/db.ts";
import { findErasureKeyId } from "../../lib/server/derived-keys.ts";
import { deleteMailFiles, mentionsAddress } from "../../lib/server/mail/mail-files.ts";
import { lockMaintenance, refreshStatistics } from "../../lib/server/maintenance.ts";
import { type RecordedErasure, type RepeatedErasures, repeatErasures } from "../../lib/server/people/erasures.ts";
import { withConnection } from "../migration-lock.ts";
import { checkArchive, readTables } from "./archive.ts";

export type ListedErasure = Pick<RecordedErasure, "hash" | "keyId"> & { at: string };

/**
 * Reads the erasures that are recorded in backup files.
 * @throws Error with advice if a file is damaged or, unless `allowsUnknown`, has erasures made with another AUTH_SECRET
 */
export async function readErasureFiles(
  files: string[],
  { allowsUnknown = false }: { allowsUnknown?: boolean | undefined } = {},
): Promise<ListedErasure[]> {
  const found: ListedErasure[] = [];
  for (const file of files) {
    await readTables(file, await checkArchive(file), async ({ name, columns }, content) => {
      if (name !== "erasures") return;
      const copied = await text(Readable.from(content));
      found.push(
        ...copied
          .split("\n")
          .filter(Boolean)
          .map((line) => parseErasure(line, columns)),
      );
    });
  }
  const keyId = findErasureKeyId();
  const unknown = found.filter((each) => each.keyId !== null && each.keyId !== keyId).length;
  if (!unknown || allowsUnknown) return found;
  throw new Error(
    `${unknown} erasures were recorded under another AUTH_SECRET and cannot be repeated. Set that AUTH_SECRET, or skip them with --allow-unknown-erasures.`,
  );
}

function parseErasure(line: string, columns: string[]): ListedErasure {
  const values = line.split("\t");
  const [hash = "", at = "", keyId = ""] = ["hash", "at", "key_id"].map((column) => values[columns.indexOf(column)]);
  return { hash, at, keyId: keyId === "\\N" ? null : keyId };
}

/** Ends what may have been ended since the backup: sessions, open invitations, API keys and links to results. */
export async function endRestoredAccess(client: pg.ClientBase): Promise<void> {
  await client.query(`
    DELETE FROM operator_sessions;
    DELETE FROM operator_verifications;
    DELETE FROM api_keys;
    DELETE FROM operator_invitations WHERE used_at IS NULL;
    UPDATE submissions SET shared_at = NULL WHERE shared_at IS NOT NULL`);
}

/**
 * Repeats erasures in a database that was restored by other means than `npm run restore`, and deletes mail files like
 * an erasure does. If mail is held, as after such a restore, also ends restored access. The database must be that of
 * DATABASE_URL; `url` may bypass its pooler, for long work.
 */
export async function repeatErasuresFromFiles(
  url: string,
  files: string[],
  options: Parameters<typeof readErasureFiles>[1],
): Promise<PersonCounts> {
  const erasures = await readErasureFiles(files, options);
  const { counts, addresses } = await withConnection(url, async (client) => {
    // Turn off the role's timeout, which is meant for requests.
    await client.query("BEGIN; SET LOCAL statement_timeout = 0");
    await lockMaintenance(toRawTransaction(client));
    const repeated = await repeatMissingErasures(client, erasures);
    if ((await client.query("SELECT FROM mail_holds")).rowCount) {
      await endRestoredAccess(client);
      console.log("Mail is held: sessions, open invitations, API keys and links to results have ended.");
    }
    await recordConsoleAudit(client, "erasures_repeated", repeated.counts);
    await client.query("COMMIT");
    return repeated;
  });
  await deleteMailFiles((content) => mentionsAddress(content, addresses));
  await refreshStatistics();
  return counts;
}

/**
 * Records the erasures that the database does not have, and repeats those after `since`. Leaves out erasures recorded
 * under another AUTH_SECRET: a later call with that secret repeats them.
 */
export async function repeatMissingErasures(
  client: pg.ClientBase,
  erasures: ListedErasure[],
  { since }: { since?: Date } = {},
): Promise<RepeatedErasures> {
  const own = findErasureKeyId();
  const known = erasures.filter(({ keyId }) => keyId === null || keyId === own);
  const { rows: missing } = await client.query<RecordedErasure>(
    `INSERT INTO erasures (hash, at, key_id) SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::text[])
     ON CONFLICT DO NOTHING RETURNING hash, at, key_id AS "keyId"`,
    [known.map(({ hash }) => hash), known.map(({ at }) => at), known.map(({ keyId }) => keyId)],
  );
  return repeatErasures(
    toRawTransaction(client),
    missing.filter(({ at }) => since === undefined || at > since),
  );
}

export function formatErasedCounts({ evaluations, inquiries, mentions }: PersonCounts): string {
  return `Erased again: ${evaluations} evaluations, ${inquiries} inquiries and ${mentions} mentions.`;
}
