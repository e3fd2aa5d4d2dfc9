// A backup is a tar.gz of COPY output that common tools can read: `tar xzf`, then `psql -c "COPY … FROM STDIN"`.
import { createHash } from "node:crypto";
import fs from "node:fs";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { extract, pack } from "tar-stream";
import { z } from "zod";

/** Version of the archive's format. A restore refuses other versions. */
export const backupFormat = 1;
const manifestName = "manifest.json";

/** Name of a table (older versions' queue tables begin with `pgboss.`), column or sequence. Quote it in SQL. */
const Name = z.string().min(1);

const DataFile = z.object({ name: z.string(), bytes: z.int(), sha256: z.string() });
type DataFile = z.infer<typeof DataFile>;

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
  /** `queue`: only in backups of older versions. */
  versions: z.object({ app: z.string(), postgres: z.string(), queue: z.int().nullable() }),
  /** Identifies the AUTH_SECRET without revealing it. Null if AUTH_SECRET is not set. */
  authKeyId: z.string().nullable(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** Each table comes after the tables that it references. */
  tables: z.array(TableData),
  /** Last value of each sequence. Unused sequences are missing. */
  sequences: z.record(Name, z.string().regex(/^-?\d+$/)),
});
export type Manifest = z.infer<typeof Manifest>;

/** Parses a manifest. @throws Error with a clause as its message, which continues the caller's sentence */
export function parseManifest(text: string): Manifest {
  const content: unknown = JSON.parse(text);
  const parsed = Manifest.safeParse(content);
  if (parsed.success) return parsed.data;
  const { format } = z.object({ format: z.number().optional() }).catch({}).parse(content);
  if (format !== undefined && format !== backupFormat) {
    throw new Error(`it has format ${format}, and this version reads format ${backupFormat}`);
  }
  throw new Error(`its ${manifestName} was not written by this program`);
}

export function formatCounts({ tables }: Pick<Manifest, "tables">): string {
  const width = Math.max(...tables.map(({ name }) => name.length));
  return tables.map(({ name, rows }) => `${name.padEnd(width)} ${rows}`).join("\n");
}

/** Maximum size of a file in the archive. A tar header contains the size, so each file must fit in memory first. */
const partBytesMax = 16 * 1024 * 1024;

export class ArchiveWriter {
  readonly #pack = pack();
  readonly #written: Promise<void>;

  constructor(output: Writable) {
    this.#written = pipeline(this.#pack, createGzip(), output, { end: output !== process.stdout });
    // Avoid an unhandled rejection. A failure still reaches the caller, by the next file or by `finish`.
    this.#written.catch(() => undefined);
    // Ignore later errors: the pipeline stops listening after the first, but a pending chunk may still fail.
    output.on("error", () => undefined);
  }

  async addTable(name: string, content: AsyncIterable<Buffer>): Promise<DataFile[]> {
    const files: DataFile[] = [];
    let parts: Buffer[] = [];
    let bytes = 0;
    const addPart = async () => {
      const file = `${encodeURIComponent(name)}.${String(files.length + 1).padStart(3, "0")}.copy`;
      const part = Buffer.concat(parts);
      await this.#add(file, part);
      files.push({ name: file, bytes: part.length, sha256: createHash("sha256").update(part).digest("hex") });
      [parts, bytes] = [[], 0];
    };
    for await (const chunk of content) {
      parts.push(chunk);
      bytes += chunk.length;
      if (bytes >= partBytesMax) await addPart();
    }
    if (bytes) await addPart();
    return files;
  }

  async finish(manifest: Manifest): Promise<void> {
    await this.#add(manifestName, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
    this.#pack.finalize();
    await this.#written;
  }

  async #add(name: string, content: Buffer): Promise<void> {
    const packed = new Promise<void>((resolve, reject) => {
      const entry = this.#pack.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()));
      // Ignore the entry's own event: the callback gets its error.
      entry.on("error", () => undefined);
    });
    // If the output fails, throw the output's error, which says why.
    await Promise.race([this.#written, packed.catch(() => this.#written)]);
  }
}

type Source = AsyncIterable<unknown> & { header: { name: string } };

/** Iterates over an archive's files. Read each file completely before the next. */
function openEntries(file: string): AsyncIterator<Source> {
  const reader = extract();
  // A failure also destroys the reader, so the iteration throws it.
  pipeline(fs.createReadStream(file), createGunzip(), reader).catch(() => undefined);
  return reader[Symbol.asyncIterator]();
}

async function* readBytes(entry: Source): AsyncGenerator<Buffer> {
  for await (const chunk of entry) if (Buffer.isBuffer(chunk)) yield chunk;
}

async function* readChecked(entry: Source, { name, bytes, sha256 }: DataFile): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  let read = 0;
  for await (const chunk of readBytes(entry)) {
    hash.update(chunk);
    read += chunk.length;
    yield chunk;
  }
  if (entry.header.name !== name || read !== bytes || hash.digest("hex") !== sha256) {
    throw new Error(`its part ${name} has changed`);
  }
}

/** Checks a backup against its own manifest. @throws Error that names the file and the reason */
export async function checkArchive(file: string): Promise<Manifest> {
  try {
    if (!fs.existsSync(file)) throw new Error("there is no such file");
    const found = new Map<string, { bytes: number; sha256: string }>();
    let manifest: Manifest | undefined;
    const entries = openEntries(file);
    for (let next = await entries.next(); !next.done; next = await entries.next()) {
      const { name } = next.value.header;
      const hash = createHash("sha256");
      const parts: Buffer[] = [];
      let bytes = 0;
      for await (const chunk of readBytes(next.value)) {
        hash.update(chunk);
        bytes += chunk.length;
        if (name === manifestName) parts.push(chunk);
      }
      if (name === manifestName) manifest = parseManifest(Buffer.concat(parts).toString());
      else found.set(name, { bytes, sha256: hash.digest("hex") });
    }
    if (!manifest) throw new Error("it is incomplete");
    for (const { name, bytes, sha256 } of manifest.tables.flatMap(({ files }) => files)) {
      const part = found.get(name);
      if (part?.bytes !== bytes || part.sha256 !== sha256)
        throw new Error(`its part ${name} is missing or has changed`);
    }
    return manifest;
  } catch (error) {
    throw new Error(`${file} is not a backup that can be restored: ${formatError(error)}.`, { cause: error });
  }
}

/** Reads the tables of a checked backup in their order. @throws Error if the file has changed since the check */
export async function readTables(
  file: string,
  { tables }: Manifest,
  readTable: (table: TableData, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const entries = openEntries(file);
  async function* readContent({ files }: TableData): AsyncGenerator<Buffer> {
    for (const part of files) {
      const next = await entries.next();
      if (next.done) throw new Error("it ends early");
      yield* readChecked(next.value, part);
    }
  }
  for (const table of tables) {
    const content = readContent(table);
    await readTable(table, content);
    // Skip the rows that `readTable` has not read, because they come before the next table.
    for await (const _ of content);
  }
  await entries.return?.();
}

function formatError(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (/^Z_|^ERR_TAR/.test(code)) return "it is damaged or cut off";
  return error instanceof Error ? error.message.replace(/\.$/, "") : String(error);
}
