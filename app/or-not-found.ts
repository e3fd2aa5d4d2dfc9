import { notFound } from "next/navigation";
import { AppError } from "#lib/domain/errors.ts";

export async function orNotFound<Found>(get: () => Promise<Found>): Promise<Found> {
  try {
    return await get();
  } catch (error) {
    if (error instanceof URIError || (error instanceof AppError && error.kind === "not_found")) notFound();
    throw error;
  }
}
