import "server-only";
import { Worker } from "node:worker_threads";
import pLimit from "p-limit";
import type { AdminContext } from "../../domain/access/operator.ts";
import { dayMilliseconds } from "../../domain/durations.ts";
import { AppError } from "../../domain/errors.ts";
import { listPictureHashes, type PictureFile, pictureBytesMax } from "../../domain/picture.ts";
import type { AddedPicture, NewPicture, PictureFault } from "../../domain/site-operations.ts";
import { database, inDeskTransaction } from "../db.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { inLongTransaction } from "../maintenance.ts";
import { oncePerProcess } from "../process.ts";
import { isPublic } from "../site.ts";
import { ThreadPool, threadBounds } from "../thread.ts";
import type { EncodedPicture } from "./picture-thread.ts";

/** Limit for all stored pictures together. */
export const storedBytesMax = 200 * 1024 * 1024;
/** Time after which an uploaded picture that nothing uses may be deleted. */
const unusedMilliseconds = dayMilliseconds;
const encodeMilliseconds = 10_000;

const threads = oncePerProcess(
  "picture threads",
  () =>
    new ThreadPool<Uint8Array, EncodedPicture | { fault: PictureFault }>(
      () => new Worker(new URL("./picture-thread.ts", import.meta.url), { ...threadBounds }),
    ),
);

/** Encodes one picture at a time, because several large ones at once would need too much memory. */
const turns = oncePerProcess("picture turns", () => pLimit(1));

/** Stores the picture in the sizes that pages use. The content of the file alone decides its type. */
export async function addPicture({ content }: NewPicture, { now }: AdminContext): Promise<AddedPicture> {
  const bytes = new Uint8Array(Buffer.from(content, "base64"));
  if (bytes.byteLength > pictureBytesMax) return { fault: "bytes" };
  // Keeps the library loaded: unloading it with the thread that loaded it would end the process.
  await import("sharp");
  const options = { milliseconds: encodeMilliseconds, transfer: [bytes.buffer] };
  const encoded = await turns(() => threads.run(bytes, options));
  if (!encoded) return { fault: "broken" };
  if ("fault" in encoded) return encoded;
  const { hash, width, height, sizes } = encoded;
  return inDeskTransaction(async (transaction) => {
    await deleteOldUploads(transaction, now);
    const [others] = await transaction.$queryRaw<{ bytes: number }[]>`
      SELECT coalesce(sum(octet_length(content)), 0)::float AS bytes FROM site_pictures WHERE hash <> ${hash}`;
    const bytesAfter = sizes.reduce((sum, size) => sum + size.content.byteLength, others?.bytes ?? 0);
    if (bytesAfter > storedBytesMax) return { fault: "full" };
    const data = sizes.map((size) => ({
      hash,
      side: size.side,
      content: new Uint8Array(size.content),
      createdAt: now,
    }));
    await transaction.sitePicture.createMany({ data, skipDuplicates: true });
    await transaction.sitePicture.updateMany({ data: { createdAt: now }, where: { hash } });
    return { picture: `${hash}-${width}x${height}` };
  });
}

/** Reads the database each time, so that a deleted picture is gone on every instance. @throws AppError `not_found` */
export async function readPicture({ hash, side }: PictureFile): Promise<Uint8Array> {
  const query = { select: { content: true }, where: { hash_side: { hash, side } } };
  const row = await database((db) => db.sitePicture.findUnique(query), "catalog");
  if (!row) throw new AppError("not_found", "There is no such picture.");
  return row.content;
}

type Transaction = Prisma.TransactionClient;

/** Deletes old uploads that nothing uses. addPicture() does this, too, but only when somebody uploads a picture. */
export function purgePictures({ now }: { now: Date }): Promise<void> {
  return inLongTransaction((transaction) => deleteOldUploads(transaction, now));
}

/** The lock prevents a simultaneous save from using a deleted picture, and uploads from exceeding the bound together. */
async function deleteOldUploads(transaction: Transaction, now: Date): Promise<void> {
  await transaction.$executeRaw`LOCK TABLE site_versions, site_pictures IN SHARE ROW EXCLUSIVE MODE`;
  await deleteUnusedPictures(transaction, { createdAt: { lt: new Date(now.getTime() - unusedMilliseconds) } });
}

/** Deletes the matching pictures that neither the draft nor the published site has. */
export async function deleteUnusedPictures(
  transaction: Transaction,
  where: Prisma.SitePictureWhereInput,
): Promise<void> {
  const kept = await transaction.$queryRaw<{ content: object }[]>`
    SELECT content FROM site_versions
    WHERE id IN ((SELECT max(id) FROM site_versions), (SELECT max(id) FROM site_versions WHERE ${isPublic}))`;
  const hash = { notIn: kept.flatMap(({ content }) => listPictureHashes(content)) };
  await transaction.sitePicture.deleteMany({ where: { AND: [{ hash }, where] } });
}

/** Lists the hashes of pictures that the content names and that are not stored. */
export async function findMissingPictures(transaction: Transaction, content: object): Promise<Set<string>> {
  const named = listPictureHashes(content);
  const query = { distinct: ["hash" as const], select: { hash: true }, where: { hash: { in: named } } };
  const stored = new Set((await transaction.sitePicture.findMany(query)).map(({ hash }) => hash));
  return new Set(named.filter((hash) => !stored.has(hash)));
}
