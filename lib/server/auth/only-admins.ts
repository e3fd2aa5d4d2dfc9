import "server-only";
import { AppError } from "../../domain/errors.ts";

export function onlyAdmins(): AppError {
  return new AppError("forbidden", "Only an admin may do this.");
}
