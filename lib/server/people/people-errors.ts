import "server-only";
import { AppError } from "../../domain/errors.ts";

export function nobodyFound(): AppError {
  return new AppError("not_found", "Nothing is held under this address.");
}
