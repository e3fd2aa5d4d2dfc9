import * as z from "zod/mini";

/** Bounds of an upload, which are checked before it is decoded. */
export const pictureBytesMax = 10 * 1024 * 1024;
export const picturePixelsMax = 50_000_000;

/** Longer sides of the stored sizes in pixels, enough for each use on high-resolution screens. */
const sides = [160, 320, 640, 1280];
export const sideMax = 1280;

/** `longest` is the longer side of the largest size, which is at most `sideMax`. */
export function listPictureSides(longest: number): number[] {
  return [...sides.filter((side) => side < longest), longest];
}

const reference = /^([0-9a-f]{64})-([1-9]\d{0,3})x([1-9]\d{0,3})$/;

/** Names a stored picture by its hash, width and height: `3f…-1280x853`. */
export const PictureReference = z.string().check(z.regex(reference, "must be a stored picture"));

export type StoredPicture = { hash: string; width: number; height: number };

export function parsePictureReference(text: string): StoredPicture | undefined {
  const [, hash, width, height] = reference.exec(text) ?? [];
  return hash === undefined ? undefined : { hash, width: Number(width), height: Number(height) };
}

export function listPictureHashes(content: object): string[] {
  return [...JSON.stringify(content).matchAll(/"([0-9a-f]{64})-\d+x\d+"/g)].map(([, hash = ""]) => hash);
}

export type PictureFile = { hash: string; side: number };

export function toPicturePath({ hash, side }: PictureFile): string {
  return `/pictures/${hash}-${side}.webp`;
}

export function parsePicturePath(path: string): PictureFile | undefined {
  const [, hash, side] = /^\/pictures\/([0-9a-f]{64})-([1-9]\d{0,3})\.webp$/.exec(path) ?? [];
  return hash === undefined ? undefined : { hash, side: Number(side) };
}
