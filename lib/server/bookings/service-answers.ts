import "server-only";
import { z } from "zod";
import type { SeenBooking } from "../../domain/bookings/booking.ts";
import { OutsideError } from "../outside-request.ts";

export type ListedChanges = {
  /** Lists a cancelled booking twice, as made and as cancelled, so that moves in between can be followed. */
  changes: SeenBooking[];
  /** Number of entries in an undocumented shape. */
  unreadable: number;
  /** Time of the first change that could not be read, although later ones could. */
  failedAt?: Date | undefined;
  /** Set if the service stopped answering: all changes before this time are listed. */
  stoppedAt?: Date | undefined;
};

export class RefusalError extends OutsideError {
  readonly status: number;
  constructor(status: number) {
    super(`status ${status}`, true);
    this.status = status;
  }
}

/** @throws OutsideError */
export function readAnswer<Schema extends z.ZodType>(
  schema: Schema,
  { status, json }: { status: number; json: unknown },
): z.output<Schema> {
  if (status < 200 || status > 299) throw new RefusalError(status);
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw createShapeError();
}

/** Leaves out unreadable entries. @throws OutsideError if none is readable */
export function parseValidItems<Schema extends z.core.$ZodType>(
  schema: Schema,
  entries: unknown[],
): z.output<Schema>[] {
  const read = entries.flatMap((entry) => {
    const parsed = z.safeParse(schema, entry);
    return parsed.success ? [parsed.data] : [];
  });
  if (entries.length && !read.length) throw createShapeError();
  return read;
}

const createShapeError = () => new OutsideError("the answer has an unexpected shape", true);
