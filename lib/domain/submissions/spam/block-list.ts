import * as z from "zod/mini";
import { foldAddress, foldDomain, listMailDomains, mailProviders } from "../../mail-address.ts";
import { Done, defineDeskPost, Nothing, nameOperations } from "../../operation.ts";
import { foldName } from "../../plain-text.ts";
import { optionalText, positiveInt, text } from "../../schema-kit.ts";
import { submissionFields } from "../core/schema.ts";
import { submissionTexts } from "../core/submission-texts.ts";

export const blockTypes = ["address", "domain", "agent"] as const;
export const BlockType = z.enum(blockTypes);
export type BlockType = z.infer<typeof BlockType>;

export const blockReasonMax = 200;
/** Maximum length of a domain name (RFC 1035). */
const blockedDomainMax = 253;

/** Domains in which too many people have addresses, so nobody can block the whole domain. */
const sharedDomains = [
  ...mailProviders,
  "googlemail.com",
  "msn.com",
  "ymail.com",
  "me.com",
  "mac.com",
  "aol.com",
  "proton.me",
  "mail.com",
  "gmx.com",
  "gmx.de",
  "gmx.net",
  "zoho.com",
  "yandex.com",
];

const domainShape = /^[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)+$/u;

export type BlockedSender = { type: BlockType; value: string };

/** Writes a domain as the list shows it, not in Punycode, which would make the list unreadable. */
function toStoredDomain(value: string): string {
  return foldAddress(value).replace(/^@/, "").replace(/\.+$/, "");
}

const Reason = optionalText({ min: 1, max: blockReasonMax });

function defineBlock<Type extends BlockType>(type: Type, value: z.ZodMiniType<string, unknown>) {
  return z.object({ type: z.literal(type), value, reason: z.optional(Reason) });
}

function foldedText(value: z.ZodMiniType<string, string>, fold = foldAddress) {
  return z.pipe(value, z.transform(fold));
}

/** A sender to block, in lower case, as the list shows it. `toBlockKey` decides which senders match. */
export const NewBlock = z.discriminatedUnion("type", [
  defineBlock("address", foldedText(z.pipe(z.string().check(z.trim()), submissionFields.email))),
  defineBlock(
    "domain",
    z.pipe(
      foldedText(text({ min: 3, max: blockedDomainMax }), toStoredDomain),
      z.string().check(
        z.refine((domain) => domainShape.test(domain), { error: "must be a domain such as example.com" }),
        z.refine((domain) => !isSharedDomain(domain), { error: "is the domain of many people's addresses" }),
      ),
    ),
  ),
  defineBlock("agent", foldedText(text(submissionTexts.agentName))),
]);
export type NewBlock = z.infer<typeof NewBlock>;

/** `matches` counts the sender's existing submissions; null if counting takes too long. */
export const AddedBlock = z.object({
  id: z.int(),
  matches: z.nullable(z.int()),
});
export type AddedBlock = z.infer<typeof AddedBlock>;

export const BlockRef = z.object({ id: positiveInt() });
export type BlockRef = z.infer<typeof BlockRef>;

export type ListedBlock = {
  id: number;
  type: BlockType;
  /** The blocked value. Null for the address of an erased person. */
  value: string | null;
  reason: string | null;
  createdAt: Date;
  actor: string;
  hits: number;
  lastHitAt: Date | null;
};

export const SenderBlock = z.enum(["address", "domain"]);
export type SenderBlock = z.infer<typeof SenderBlock>;

/** Includes parents of shared domains, which even more people share. */
function isSharedDomain(domain: string): boolean {
  const folded = foldDomain(domain);
  return sharedDomains.some((shared) => shared === folded || shared.endsWith(`.${folded}`));
}

/** Returns undefined for a domain that many people share, because a block would affect all of them. */
export function toSenderBlock(type: SenderBlock, email: string): BlockedSender | undefined {
  const address = foldAddress(email);
  if (type === "address") return { type, value: address };
  const value = toStoredDomain(address.slice(address.lastIndexOf("@")));
  return value.includes(".") && !isSharedDomain(value) ? { type, value } : undefined;
}

/** Removes the tag from an address: most servers deliver mail for `ana+offers@` to `ana@` (RFC 5233). */
export function toMailbox(email: string): string {
  const address = foldAddress(email);
  const at = address.lastIndexOf("@");
  const local = address.slice(0, at).replace(/(?<=.)\+.*$/s, "");
  return `${local}@${foldDomain(address.slice(at + 1))}`;
}

/** All spellings of a value have the same key. */
export function toBlockKey({ type, value }: BlockedSender): string {
  const fold = { address: toMailbox, domain: foldDomain, agent: foldName }[type];
  return `${type} ${fold(value)}`;
}

export function listSenderKeys({ email, agentName }: { email: string; agentName: string | null }): string[] {
  const blocks: BlockedSender[] = [
    { type: "address", value: email },
    ...listMailDomains(email).map((value) => ({ type: "domain", value }) as const),
    ...(agentName === null ? [] : [{ type: "agent", value: agentName } as const]),
  ];
  return blocks.map(toBlockKey);
}

export const spamOperations = nameOperations({
  addBlock: defineDeskPost("/admin/blocked/add", "admin", NewBlock, AddedBlock),
  removeBlock: defineDeskPost("/admin/blocked/remove", "admin", BlockRef, Done),
  markSpamSeen: defineDeskPost("/admin/spam/seen", "operator", Nothing, Done),
});
