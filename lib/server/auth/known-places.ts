import "server-only";
import { database } from "../db.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { newToken } from "../secret-token.ts";
import { type Cookie, findCookie, writeCookie } from "./cookies.ts";
import { keyedHash } from "./keyed-hash.ts";

const knownSeconds = 90 * 24 * 60 * 60;

export const deviceCookie: Cookie = { name: "desk.device", path: "/api/admin" };

/** Who asks to sign in: `headers` has the browser's name and its cookies. */
export type SignInClient = { clientIp: string; headers: Headers };

const networkKey = ({ clientIp }: SignInClient) => keyedHash("network", clientIp);

function readDevice({ headers }: SignInClient): { token: string; key: string } {
  const token = findCookie(headers, deviceCookie.name)?.slice(deviceCookie.name.length + 1) ?? "";
  return { token, key: keyedHash("device", token) };
}

/**
 * Whether this account has signed in from this device and this network within the last 90 days. For a password the
 * network counts when any operator has, for unknown accounts as well: otherwise it would tell which accounts there are.
 */
export async function findKnownPlaces(
  step: "password" | "code",
  email: string,
  client: SignInClient,
  now: Date,
): Promise<{ device: string | undefined; isNetworkKnown: boolean }> {
  const [device, network] = [readDevice(client).key, networkKey(client)];
  const isEnabled = { disabledAt: null };
  const own = { email, ...isEnabled };
  const which = [
    { key: device, operator: own },
    { key: network, operator: step === "code" ? own : isEnabled },
  ];
  const rows = await database(
    (db) => db.knownPlace.findMany({ where: { expiresAt: { gt: now }, OR: which }, select: { key: true } }),
    "desk",
  );
  const keys = rows.map(({ key }) => key);
  return { device: keys.includes(device) ? device : undefined, isNetworkKnown: keys.includes(network) };
}

/**
 * Remembers the place of a complete sign-in for 90 days. Operators who share a browser share its token, each with a
 * row of their own; a token that no operator has is replaced.
 * @returns the value of Set-Cookie.
 */
export async function rememberPlace(
  db: Prisma.TransactionClient,
  operatorId: string,
  client: SignInClient,
  now: Date,
): Promise<string> {
  const given = readDevice(client);
  const where = { key: given.key, expiresAt: { gt: now } };
  const token = (await db.knownPlace.findFirst({ where, select: { key: true } })) ? given.token : newToken();
  const expiresAt = new Date(now.getTime() + knownSeconds * 1000);
  for (const key of [keyedHash("device", token), networkKey(client)]) {
    await db.knownPlace.upsert({
      where: { key_operatorId: { key, operatorId } },
      create: { key, operatorId, expiresAt },
      update: { expiresAt },
      select: { key: true },
    });
  }
  return writeCookie(deviceCookie, token, knownSeconds);
}
