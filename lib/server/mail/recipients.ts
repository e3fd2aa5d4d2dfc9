import "server-only";
import { AppError } from "../../domain/errors.ts";
import { Locale } from "../../domain/locale.ts";
import type { OwnerNames } from "../../domain/mail/compose-for-operators.ts";
import type { SubmissionMailJob } from "../../domain/mail/mail.ts";
import { NoticeChoice, wantsNotice } from "../../domain/mail/mail-choices.ts";
import { type Duty, toDuty } from "../../domain/submissions/core/duty.ts";
import { database } from "../db.ts";
import { env } from "../env.ts";
import { defaultContactEmail } from "../env-schema.ts";
import type { Mailed } from "./find-mailed.ts";

/** `operator` is the id of the address's owner; null for the company's address and a person's. */
export type Recipient = { operator: string | null; address: string };

/** Of operators who have not chosen one, and of the company's address. */
const defaultDeskLanguage: Locale = "es";

/** For the company's address. */
const unchosen = {
  notices: "every",
  hasDigest: false,
  isWarned: true,
  language: defaultDeskLanguage,
  isOnDuty: true,
  offDutyUntil: null,
} as const;

/** Their duty as stored. */
export type OperatorRecipient = Recipient &
  Duty & {
    notices: NoticeChoice;
    hasDigest: boolean;
    isWarned: boolean;
    language: Locale;
  };

/** All active operators; without any, the company's address. */
export async function listOperatorAddresses(): Promise<OperatorRecipient[]> {
  const operators = await database(
    (db) =>
      db.operator.findMany({
        select: {
          id: true,
          email: true,
          language: true,
          notices: true,
          digestHours: true,
          isWarned: true,
          isOnDuty: true,
          offDutyUntil: true,
        },
        where: { disabledAt: null },
        orderBy: { createdAt: "asc" },
      }),
    "mail",
  );
  if (operators.length) {
    return operators.map(({ id, email, language, notices, digestHours, ...row }) => ({
      ...row,
      operator: id,
      address: email,
      language: Locale.safeParse(language).data ?? defaultDeskLanguage,
      notices: NoticeChoice.parse(notices),
      hasDigest: digestHours.length > 0,
    }));
  }
  return [{ operator: null, address: env().CONTACT_EMAIL, ...unchosen }];
}

/**
 * Who of `all` gets a notice: `atOnce`, or with the next digest. A mail that names its recipients has been divided, and
 * its digests have it.
 */
export function chooseNotified(
  all: OperatorRecipient[],
  job: SubmissionMailJob,
  ownerId: string | null,
): { atOnce: OperatorRecipient[]; inDigests: string[] } {
  const named = findNamed(all, job);
  if (named) return { atOnce: named, inDigests: [] };
  const wanting = all.filter(({ operator, notices }) => operator === null || wantsNotice(notices, operator, ownerId));
  return {
    atOnce: wanting.filter(({ hasDigest }) => !hasDigest),
    inDigests: wanting.flatMap(({ hasDigest, operator }) => (hasDigest && operator !== null ? [operator] : [])),
  };
}

/**
 * Who of `all` is warned of a reply that is due: the owner on duty. Of what nobody has taken, or whose owner is off
 * duty, all on duty who want it; if nobody does, all on duty, since a promise must not be broken unseen. Duty says
 * nothing while nobody is on duty.
 */
export function chooseWarned(
  all: OperatorRecipient[],
  job: SubmissionMailJob,
  ownerId: string | null,
  now: Date,
): OperatorRecipient[] {
  const named = findNamed(all, job);
  if (named) return named;
  const onDuty = all.filter((recipient) => toDuty(recipient, now).isOnDuty);
  const present = onDuty.length ? onDuty : all;
  const owner = present.filter(({ operator }) => operator !== null && operator === ownerId);
  if (owner.length) return owner;
  const wanting = present.filter(({ isWarned }) => isWarned);
  return wanting.length ? wanting : present;
}

/** The owner, unless the mail goes to others in their place. `all`: whom `recipients` were chosen from. */
export function toOwnerNames(
  { owner, disabledOwnerName }: Pick<Mailed, "owner" | "disabledOwnerName">,
  recipients: Recipient[],
  all: OperatorRecipient[],
  now: Date,
): OwnerNames {
  if (disabledOwnerName !== null) return { ownerName: null, absentOwner: { name: disabledOwnerName, why: "disabled" } };
  if (!owner) return { ownerName: null };
  const isOwner = ({ operator }: Recipient) => operator === owner.id;
  if (recipients.some(isOwner)) return { ownerName: owner.name };
  const duty = all.find(isOwner);
  const why = duty && !toDuty(duty, now).isOnDuty ? "off_duty" : "late";
  return { ownerName: null, absentOwner: { name: owner.name, why } };
}

function findNamed(all: OperatorRecipient[], { operator, operators }: SubmissionMailJob): OperatorRecipient[] | null {
  const ids = operator === undefined ? operators : [operator];
  return ids ? all.filter((recipient) => recipient.operator !== null && ids.includes(recipient.operator)) : null;
}

/**
 * Whoever sends mails calls it first: the default address is an example, which nobody reads.
 * @throws AppError `unavailable` that says what to set
 */
export function requireContactAddress({ SMTP_URL, CONTACT_EMAIL } = env()): void {
  if (!SMTP_URL || CONTACT_EMAIL !== defaultContactEmail) return;
  const reason = `SMTP_URL is set and CONTACT_EMAIL is not: people would be told to write to ${defaultContactEmail}.`;
  throw new AppError("unavailable", `${reason} Set CONTACT_EMAIL to an address that your team reads.`);
}
