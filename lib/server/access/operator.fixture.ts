import { createHmac, randomBytes } from "node:crypto";
import type { Admin, Operator, OperatorRole } from "../../domain/access/operator.ts";
import { database, disconnect } from "../db.ts";
import { env } from "../env.ts";

export { disconnect };
export const password = "un gato verde corre";
/** Stored, because hashing is slow. */
const passwordHash = `salt:${[
  "eba32fe697739b3dccdebf2424d22af6ed73d1d228795c16121a74b600f925a4",
  "94b99e4816491e521c33c7efa22a008bf9661a002832e4ca88e7051eee91ab61",
].join("")}`;

type Change = { hasSecondFactor?: boolean; createdAt?: Date; usedAt?: Date; expiresAt?: Date };

type OperatorWith<Role extends OperatorRole> = Role extends "admin" ? Admin : Operator;

/** Creates an operator with a password and a session, and returns the session's Cookie header too. */
export async function newOperator<Role extends OperatorRole>(
  role: Role,
  change: Change = {},
): Promise<{ operator: OperatorWith<Role>; cookie: string }> {
  const { hasSecondFactor = true, createdAt = new Date(), usedAt = createdAt } = change;
  const id = randomBytes(16).toString("hex");
  const sessionId = randomBytes(16).toString("hex");
  const token = randomBytes(24).toString("base64url");
  const operator = { id, name: `Operator ${id.slice(0, 6)}`, email: `${id}@desk.example`, role, language: null };
  const times = { createdAt, updatedAt: usedAt };
  const expiresAt = change.expiresAt ?? new Date(usedAt.getTime() + 8 * 3_600_000);
  await database(async (db) => {
    await db.operator.create({
      data: {
        ...operator,
        ...times,
        emailVerified: true,
        twoFactorEnabled: hasSecondFactor,
        accounts: { create: { id, accountId: id, providerId: "credential", password: passwordHash, ...times } },
        sessions: { create: { id: sessionId, token, expiresAt, userAgent: "", ...times } },
      },
    });
  }, "desk");
  const signature = createHmac("sha256", env().AUTH_SECRET ?? "")
    .update(token)
    .digest("base64");
  const cookie = `desk.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
  return {
    operator: { ...operator, sessionId } as unknown as OperatorWith<Role>,
    cookie,
  };
}

/** Adds a session that ends in an hour. @returns its id */
export async function addSession(operatorId: string, createdAt = new Date()): Promise<string> {
  const id = randomBytes(16).toString("hex");
  const times = { createdAt, updatedAt: createdAt, expiresAt: new Date(Date.now() + 3_600_000) };
  await database((db) => db.operatorSession.create({ data: { id, token: id, operatorId, ...times } }), "desk");
  return id;
}

/** Returns "in" if the work succeeds, otherwise the kind of its error. */
export const getOutcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "in",
    ({ kind }) => kind,
  );

export const readLog = ({ id }: { id: string }) =>
  database((db) => {
    const select = { action: true, details: true } as const;
    return db.auditEntry.findMany({ where: { operatorId: id }, select, orderBy: { id: "asc" } });
  }, "desk");
