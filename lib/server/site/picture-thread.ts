import { createHash } from "node:crypto";
import { parentPort } from "node:worker_threads";
import sharp from "sharp";
import { listPictureSides, picturePixelsMax, type StoredPicture, sideMax } from "../../domain/picture.ts";
import type { PictureFault } from "../../domain/site-operations.ts";

/** Without these, libvips would also read SVG, PDF and other formats by their content. */
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadPngBuffer", "VipsForeignLoadJpegBuffer", "VipsForeignLoadWebpBuffer"],
});
sharp.cache(false);
sharp.concurrency(1);

const encodeSeconds = 10;

export type EncodedPicture = StoredPicture & { sizes: { side: number; content: Uint8Array }[] };

/** Encodes new files without metadata, so that nothing but the pixels of an upload is kept. */
async function encodePicture(bytes: Uint8Array): Promise<EncodedPicture | { fault: PictureFault }> {
  const header = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!header) return { fault: "type" };
  if (header.width * header.height > picturePixelsMax) return { fault: "pixels" };
  try {
    const { data, info } = await sharp(bytes, { failOn: "error", limitInputPixels: picturePixelsMax })
      .timeout({ seconds: encodeSeconds })
      .autoOrient()
      .resize({ width: sideMax, height: sideMax, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const sizes: EncodedPicture["sizes"] = [];
    for (const side of listPictureSides(Math.max(width, height))) {
      const content = await sharp(data, { raw: { width, height, channels } })
        .resize({ width: side, height: side, fit: "inside" })
        .webp({ quality: 82, smartSubsample: true })
        .toBuffer();
      sizes.push({ side, content });
    }
    const hash = sizes.reduce((made, { content }) => made.update(content), createHash("sha256")).digest("hex");
    return { hash, width, height, sizes };
  } catch {
    return { fault: "broken" };
  }
}

parentPort?.postMessage("ready");
parentPort?.on("message", async (bytes: Uint8Array) => parentPort?.postMessage(await encodePicture(bytes)));
