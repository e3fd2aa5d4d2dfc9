import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { emptyContent } from "../../domain/company.fixture.ts";
import type { SiteContent } from "../../domain/company.ts";
import { listPictureSides, parsePictureReference } from "../../domain/picture.ts";
import { switchToOwnDatabase } from "../own-database.fixture.ts";
import { purgeDue } from "../people/retain.ts";
import { DeskRecords, hoursAgo, now } from "../submissions/core/desk.fixture.ts";
import { findWaiters, newConnection } from "../waiters.fixture.ts";
import { getSiteDraft, listSiteVersions, publishSite, restoreSite, saveSite, seedSite } from "./edit-site.ts";
import { addPicture, readPicture, storedBytesMax } from "./pictures.ts";

const { url } = await switchToOwnDatabase(process.env);
const records = new DeskRecords(url);
const context = { admin: await records.admin(), now };
beforeEach(async () => {
  await records.client.query("TRUNCATE site_versions, site_pictures");
  await seedSite(now);
});

const draw = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 200, g: 80, b: 20, alpha: 0.5 } } });
const upload = (bytes: Uint8Array, at = now) =>
  addPicture({ content: Buffer.from(bytes).toString("base64") }, { ...context, now: at });
async function storePicture(bytes: Uint8Array, at = now): Promise<string> {
  const added = await upload(bytes, at);
  return "picture" in added ? added.picture : expect.fail(added.fault);
}
const toHash = (picture: string) => parsePictureReference(picture)?.hash ?? "";
const countStored = async (picture: string) =>
  (await records.client.query("SELECT FROM site_pictures WHERE hash = $1", [toHash(picture)])).rowCount;

const save = async (content: SiteContent) => {
  const { id: seen } = await getSiteDraft(context);
  await saveSite({ ...content, seen }, context);
};
const publish = async () => publishSite({ seen: (await getSiteDraft(context)).id }, context);
const withLogos = (...logos: string[]): SiteContent => ({
  ...emptyContent,
  clients: logos.map((logo, at) => ({ name: `Client ${at}`, logo })),
});

test.each([
  ["PNG", async () => draw(2_000, 1_000, 4).png().toBuffer(), "1280x640", [160, 320, 640, 1280]],
  ["JPEG", async () => draw(500, 1_000).jpeg().toBuffer(), "500x1000", [160, 320, 640, 1000]],
  ["WebP", async () => draw(90, 30).webp().toBuffer(), "90x30", [90]],
  [
    "a turned JPEG",
    async () => draw(400, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer(),
    "200x400",
    [160, 320, 400],
  ],
])("stores %s in the sizes that pages use, without metadata", async (_name, make, size, sides) => {
  const picture = await storePicture(await make());
  expect(picture).toMatch(new RegExp(`^[0-9a-f]{64}-${size}$`));
  const { hash = "", width = 0, height = 0 } = parsePictureReference(picture) ?? {};
  expect(listPictureSides(Math.max(width, height))).toEqual(sides);
  for (const side of sides) {
    const { format, exif, ...read } = await sharp(await readPicture({ hash, side })).metadata();
    expect([format, exif, Math.max(read.width, read.height)]).toEqual(["webp", undefined, side]);
  }
  expect(await storePicture(await make())).toBe(picture);
  expect(await countStored(picture)).toBe(sides.length);
});

/** A PNG of one grey bit per pixel, which packs into a thousandth of its decoded size. */
function packPng(width: number, height: number, rowsStored = height): Buffer {
  const toChunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * rowsStored));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, toChunk("IHDR", header), toChunk("IDAT", rows), toChunk("IEND", Buffer.alloc(0))]);
}

const noise = Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, at) => (at * 7_919) % 251));
const photo = () => sharp(noise, { raw: { width: 300, height: 300, channels: 3 } });
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
const cut = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);

describe("a hostile file", () => {
  test.each([
    ["an SVG with a script", async () => Buffer.from(svg), "type"],
    ["a GIF that is also a script", async () => Buffer.from("GIF89a/*\x01\x00\x01\x00*/=1;alert(1)"), "type"],
    ["a TIFF", async () => draw(9, 9).tiff().toBuffer(), "type"],
    ["a PDF", async () => Buffer.from("%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\n%%EOF"), "type"],
    ["an empty picture", async () => Buffer.from([0]), "type"],
    ["a PNG of 30,000 x 30,000 pixels", async () => packPng(30_000, 30_000, 100), "pixels"],
    ["10 MB and a byte", async () => Buffer.alloc(10 * 1024 * 1024 + 1), "bytes"],
    ["half of a PNG", async () => cut(await photo().png().toBuffer()), "broken"],
    ["half of a JPEG", async () => cut(await photo().jpeg().toBuffer()), "broken"],
    ["half of a WebP", async () => cut(await photo().webp().toBuffer()), "type"],
  ])("refuses a picture that is hostile: %s", async (_name, make, fault) => {
    expect(await upload(await make())).toEqual({ fault });
    expect((await records.client.query("SELECT FROM site_pictures")).rowCount).toBe(0);
  });

  test("removes hidden content from a hostile PNG", async () => {
    const bomb = packPng(7_000, 7_000);
    expect(bomb.length).toBeLessThan(20_000);
    expect(await storePicture(bomb)).toMatch(/-1280x1280$/);
    const page = Buffer.from("<script>alert(1)</script>");
    const polyglot = Buffer.concat([
      await draw(200, 100)
        .png()
        .withMetadata({ exif: { IFD0: { Artist: "<script>" } } })
        .toBuffer(),
      page,
    ]);
    const picture = await storePicture(polyglot);
    const content = Buffer.from(await readPicture({ hash: toHash(picture), side: 200 }));
    expect(content.includes("script")).toBe(false);
  });
});

test("keeps 500 pictures up to the total size limit", async () => {
  await records.client.query(
    `INSERT INTO site_pictures SELECT lpad(to_hex(n), 64, '0'), 1, convert_to(repeat('a', $1), 'UTF8'), $2
     FROM generate_series(1, 500) AS n`,
    [Math.floor(storedBytesMax / 500), now],
  );
  const bytes = await photo().png().toBuffer();
  expect(await upload(bytes)).toEqual({ fault: "full" });
  expect((await readPicture({ hash: "1f4".padStart(64, "0"), side: 1 })).length).toBeGreaterThan(400_000);
  await storePicture(bytes, hoursAgo(-25));
  expect((await records.client.query("SELECT DISTINCT hash FROM site_pictures")).rowCount).toBe(1);
});

test("deletes an upload after a day if neither draft nor site uses it", async () => {
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  const [unused, drafted] = [
    await storePicture(await draw(20, 10).png().toBuffer(), yesterday),
    await storePicture(await draw(30, 10).png().toBuffer(), yesterday),
  ];
  await save(withLogos(drafted));
  await purgeDue();
  expect([await countStored(unused), await countStored(drafted)]).toEqual([0, 1]);
});

test("keeps an old upload that an admin saves during the purge", async () => {
  const picture = await storePicture(await draw(20, 10).png().toBuffer(), new Date(Date.now() - 25 * 3_600_000));
  const saving = await newConnection();
  await saving.query("BEGIN; LOCK TABLE site_versions IN SHARE ROW EXCLUSIVE MODE");
  const insert = "INSERT INTO site_versions (at, actor, action, content) VALUES (now(), 'Ana', 'changed', $1)";
  await saving.query(insert, [JSON.stringify(withLogos(picture))]);
  const { rows } = await saving.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  let isOver = false;
  const purging = purgeDue().finally(() => {
    isOver = true;
  });
  await findWaiters(rows[0]?.pid ?? 0, () => isOver);
  await saving.query("COMMIT");
  await Promise.all([purging, saving.end()]);
  expect(await countStored(picture)).toBe(1);
});

test("serves a published picture until a publication removes it", async () => {
  const [first, second] = [
    await storePicture(await draw(20, 10).png().toBuffer()),
    await storePicture(await draw(30, 10).png().toBuffer()),
  ];
  await save(withLogos(first, second));
  await publish();
  const [published] = await listSiteVersions(context);
  await save(withLogos(second));
  expect(await countStored(first)).toBe(1);
  await publish();
  await expect(readPicture({ hash: toHash(first), side: 20 })).rejects.toMatchObject({ kind: "not_found" });
  expect(await countStored(second)).toBe(1);

  await restoreSite({ seen: (await getSiteDraft(context)).id, version: published?.id ?? 0 }, context);
  expect((await getSiteDraft(context)).content.clients).toEqual([
    { name: "Client 0" },
    { name: "Client 1", logo: second },
  ]);
  await expect(save(withLogos(second, first))).rejects.toMatchObject({
    kind: "invalid_input",
    fields: ["clients.1.logo"],
  });
});
