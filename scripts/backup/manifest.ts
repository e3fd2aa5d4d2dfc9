// What a backup says of itself, in its last file.
import { z } from "zod";

/** A reader refuses other formats. */
export const backupFormat = 1;
export const manifestName = "manifest.json";

/** Of whatever is in our schema, or `pgboss.` and a table of the queue that older versions have. SQL quotes it. */
const Name = z.string().min(1);

const DataFile = z.object({ name: z.string(), bytes: z.int(), sha256: z.string() });
export type DataFile = z.infer<typeof DataFile>;

const TableData = z.object({
  name: Name,
  columns: z.array(Name),
  rows: z.int(),
  /** Parts of the output of COPY, in their order: together they are its text. */
  files: z.array(DataFile),
});
export type TableData = z.infer<typeof TableData>;

export const Manifest = z.object({
  format: z.literal(backupFormat),
  /** `erasures`: the table of that name alone, to be given to a restore of an older backup. */
  content: z.enum(["everything", "erasures"]),
  /** By the database's clock. */
  takenAt: z.iso.datetime().transform((time) => new Date(time)),
  versions: z.object({ app: z.string(), postgres: z.string(), queue: z.int().nullable() }),
  /** Names the AUTH_SECRET, without telling it; null without one. */
  authKeyId: z.string().nullable(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** A table comes after those that it refers to. */
  tables: z.array(TableData),
  /** Last values, where there is one. */
  sequences: z.record(Name, z.string().regex(/^-?\d+$/)),
});
export type Manifest = z.infer<typeof Manifest>;

/** @throws Error in one sentence */
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
