import * as z from "zod/mini";
import { Done, defineDeskPost, nameOperations, type Scope, scopes } from "../operation.ts";
import { text } from "../schema-kit.ts";

/** Fixed start of every key, by which programs that look for leaked secrets recognize it. */
export const keyPrefix = "enc_";
/** Characters of a key that the desk keeps, so that people can tell keys apart. */
export const keyStartCharacters = 8;

export const keyDays = [30, 90, 365] as const;
export const keyNameMax = 80;

const NewApiKey = z.object({
  name: text({ min: 1, max: keyNameMax }),
  scopes: z.array(z.enum(scopes)).check(z.minLength(1)),
  days: z.union(keyDays.map((days) => z.literal(days))),
});
export type NewApiKey = z.infer<typeof NewApiKey>;

/** `start` has the key's first characters. A key works only while `maker.mayUse` is true. */
export type ListedKey = {
  id: number;
  name: string;
  start: string;
  scopes: Scope[];
  expiresAt: Date;
  usedAt: Date | null;
  maker: { name: string; mayUse: boolean };
};

const KeyId = z.object({ id: z.int().check(z.positive()) });

export const keyOperations = nameOperations({
  makeApiKey: defineDeskPost("/admin/keys/make", "admin", NewApiKey, z.object({ key: z.string() })),
  revokeApiKey: defineDeskPost("/admin/keys/revoke", "admin", KeyId, Done),
});
