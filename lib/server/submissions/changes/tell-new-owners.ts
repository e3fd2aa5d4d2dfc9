import "server-only";
import type { Operator } from "../../../domain/access/operator.ts";
import type { StoredChange } from "../../../domain/submissions/changes/changes.ts";
import type { Prisma } from "../../generated/prisma/client.ts";
import { queueMails } from "../../queue/mails.ts";

/**
 * Queues the mails to new owners. A single submission causes its own mail. Several are added to the owner's next
 * digest, or sent in one mail to an owner without digests. Operators who took submissions themselves get no mail.
 */
export async function tellNewOwners(
  tx: Prisma.TransactionClient,
  operator: Operator,
  changes: (StoredChange & { owner: string | null | undefined })[],
): Promise<void> {
  for (const owner of new Set(changes.flatMap((change) => change.owner ?? []))) {
    if (owner === operator.id) continue;
    const owned = changes.filter((change) => change.owner === owner);
    if (owned.length > 1) await notifyOfMany(tx, owner, owned);
    else
      await queueMails(
        tx,
        owned.map(({ kind, id, event }) => ({ job: { mail: "assignment", kind, id, event, operator: owner } })),
      );
  }
}

async function notifyOfMany(tx: Prisma.TransactionClient, owner: string, changes: StoredChange[]): Promise<void> {
  const [kinds, ids] = [changes.map(({ kind }) => kind), changes.map(({ id }) => id)];
  await tx.$executeRaw`
    INSERT INTO digest_items (operator_id, kind, submission_id)
    SELECT ${owner}, * FROM unnest(${kinds}::text[], ${ids}::int[]) ORDER BY 2, 3
    ON CONFLICT (operator_id, kind, submission_id) DO UPDATE SET mail_id = NULL`;
  const { digestHours } = await tx.operator.findUniqueOrThrow({ select: { digestHours: true }, where: { id: owner } });
  if (!digestHours.length) await queueMails(tx, [{ job: { mail: "digest", operator: owner } }]);
}
