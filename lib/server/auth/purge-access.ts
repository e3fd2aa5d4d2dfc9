import "server-only";
import { database } from "../db.ts";

/** Forgets sessions, links and sign-ins under way that are over: nobody comes back for them. @throws AppError `unavailable` */
export async function purgeAccess({ now }: { now: Date }): Promise<void> {
  const where = { expiresAt: { lt: now } };
  await database(async (db) => {
    await db.operatorSession.deleteMany({ where });
    await db.operatorInvitation.deleteMany({ where });
    await db.operatorVerification.deleteMany({ where });
  }, "desk");
}
