// The manifest is the last file in a backup's archive and describes the backup.
import { z } from "zod";

/** Version of the archive's format. A restore refuses other versions. */
export const backupFormat = 1;
export const manifestName = "manifest.json";

/** A table, column or sequence, or `pgboss.` and a queue table of older versions. Must be quoted in SQL. */
const Name = z.string().min(1);

const DataFile = z.object({ name: z.string(), bytes: z.int(), sha256: z.string() });
export type DataFile = z.infer<typeof DataFile>;

const TableData = z.object({
  name: Name,
  columns: z.array(Name),
  rows: z.int(),
  files: z.array(DataFile),
});
export type TableData = z.infer<typeof TableData>;

export const Manifest = z.object({
  format: z.literal(backupFormat),
  /** `erasures` means only the table of that name, to repeat the erasures after the restore of an older backup. */
  content: z.enum(["everything", "erasures"]),
  /** Time of the snapshot by the database's clock. */
  takenAt: z.iso.datetime().transform((time) => new Date(time)),
  versions: z.object({ app: z.string(), postgres: z.string(), queue: z.int().nullable() }),
  /** Identifies the AUTH_SECRET without revealing it. Null without an AUTH_SECRET. */
  authKeyId: z.string().nullable(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** Each table comes after the tables that it references. */
  tables: z.array(TableData),
  /** Last value of each sequence. Unused sequences are missing. */
  sequences: z.record(Name, z.string().regex(/^-?\d+$/)),
});
export type Manifest = z.infer<typeof Manifest>;

/** Parses a manifest. @throws Error with a reason to put into a sentence */
export function parseManifest(text: string): Manifest {
  const content: unknown = JSON.parse(text);
  const parsed = Manifest.safeParse(content);
  if (parsed.success) return parsed.data;
  const { format } = z.object({ format: z.number().optional() }).catch({}).parse(content);
  if (format !== undefined && format !== backupFormat) {
    throw new Error(`it has format ${format}, and this version reads format ${backupFormat}`);
  }
  throw new Error(`its ${manifestName} is none of ours`);
}

export function formatCounts({ tables }: Pick<Manifest, "tables">): string {
  const width = Math.max(...tables.map(({ name }) => name.length));
  return tables.map(({ name, rows }) => `${name.padEnd(width)} ${rows}`).join("\n");
}
