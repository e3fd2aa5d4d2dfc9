import "server-only";
import { database } from "../db.ts";

/** Forgets sessions, links, sign-ins under way and known places that are over. @throws AppError `unavailable` */
export async function purgeAccess({ now }: { now: Date }): Promise<void> {
  const where = { expiresAt: { lt: now } };
  await database(async (db) => {
    await db.operatorSession.deleteMany({ where });
    await db.operatorInvitation.deleteMany({ where });
    await db.operatorVerification.deleteMany({ where });
    await db.knownPlace.deleteMany({ where });
  }, "desk");
}
