import pg from "pg";

export type BackupTable = { name: string; columns: string[] };

/**
 * SQL condition for the tables to back up: all in the URL's schema (ours, the sign-in library's and Prisma's) and the
 * queue tables of older versions. Leaves out partitions, because reading the partitioned table also reads their rows.
 */
const backedUp = `
  n.nspname IN (current_schema(), 'pgboss') AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e')`;
const tableName = "concat(CASE n.nspname WHEN current_schema() THEN '' ELSE n.nspname || '.' END, c.relname)";

export function quoteTable(name: string): string {
  const [, schema, own = name] = /^(pgboss)\.(.+)$/s.exec(name) ?? [];
  return [...(schema ? [schema] : []), own].map(pg.escapeIdentifier).join(".");
}

export function quoteColumns(columns: string[]): string {
  return columns.map(pg.escapeIdentifier).join(", ");
}

export async function listTableNames(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT ${tableName} AS name FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
     WHERE ${backedUp} ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

export async function listBackupTables(client: pg.ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable & { refersTo: string[] }>(
    `SELECT ${tableName} AS name,
       ARRAY(SELECT attname::text FROM pg_attribute
         WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum) AS columns,
       ARRAY(SELECT ${tableName.replaceAll("c.", "other.").replaceAll("n.", "otherschema.")}
         FROM pg_constraint JOIN pg_class AS other ON other.oid = confrelid
           JOIN pg_namespace AS otherschema ON otherschema.oid = other.relnamespace
         WHERE contype = 'f' AND conrelid = c.oid AND confrelid <> c.oid) AS "refersTo"
     FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE ${backedUp} ORDER BY 1`,
  );
  const sorted = new Set<(typeof rows)[number]>();
  const add = (row: (typeof rows)[number]) => {
    if (sorted.has(row)) return;
    for (const name of row.refersTo) {
      const other = rows.find((each) => each.name === name);
      if (other) add(other);
    }
    sorted.add(row);
  };
  rows.forEach(add);
  return [...sorted].map(({ name, columns }) => ({ name, columns }));
}

export async function readSequences(client: pg.ClientBase): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
     WHERE schemaname = current_schema() AND last_value IS NOT NULL ORDER BY 1`,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}
