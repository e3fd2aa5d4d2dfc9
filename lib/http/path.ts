import { AppError } from "../domain/errors.ts";

export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** @throws AppError `not_found` */
export function decodePart(part: string): string {
  if (!isDecodable(part)) throw new AppError("not_found", "There is nothing at this address.");
  return decodeURIComponent(part);
}
