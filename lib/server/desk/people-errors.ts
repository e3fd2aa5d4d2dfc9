import "server-only";
import { AppError } from "../../domain/errors.ts";

export function onlyAdmins(): AppError {
  return new AppError("forbidden", "Only an admin may do this.");
}

export function nobodyFound(): AppError {
  return new AppError("not_found", "Nothing is held under this address.");
}
