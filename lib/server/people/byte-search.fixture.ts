import pg from "pg";

/**
 * Searches every row of every table, including system tables and the planner's statistics, for `texts`, ignoring case,
 * as plain text and as hex bytes.
 * @returns names of the tables in which each text was found
 */
export async function searchBytes(adminUrl: string, texts: string[]): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      "SELECT format('%I.%I', nspname, relname) AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE relkind IN ('r', 'm', 'p')",
    );
    const found: Record<string, string[]> = Object.fromEntries(texts.map((text) => [text, []]));
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ text: string }>(
        `WITH whole AS MATERIALIZED (SELECT string_agg(lower(held::text COLLATE "C"), E'\\n') AS text FROM ${name} AS held)
         SELECT sought.word AS text FROM unnest($1::text[]) AS sought (word), whole
         WHERE strpos(whole.text, lower(sought.word)) > 0
           OR strpos(whole.text, encode(convert_to(sought.word, 'UTF8'), 'hex')) > 0`,
        [texts],
      );
      for (const { text } of rows) found[text]?.push(name);
    }
    return found;
  } finally {
    await client.end();
  }
}
