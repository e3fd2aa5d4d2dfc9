import { createHash, randomBytes } from "node:crypto";
import type { ConsentPurpose } from "../../lib/domain/submissions/core/consent.ts";
import { getPathname } from "../../lib/i18n/paths.ts";
import type { Locale } from "./site.ts";
import { sendInquiry, sendLead } from "./submissions.ts";
import { query } from "./test.ts";

export type Kind = "evaluation" | "inquiry";
export type Claimed = { kind: Kind; id: number; tokens: Record<ConsentPurpose, string> };

const hashToken = (token: string) => createHash("sha256").update(token).digest("hex");

/** Stores an agent's submission for a person, and two consent links. @returns the submission and the links' tokens */
export async function storeAgentSubmission(
  kind: Kind,
  { agentName = "ChatGPT", expiresIn = "30 days" }: { agentName?: string; expiresIn?: string } = {},
): Promise<Claimed> {
  const change = { channel: "ai_agent", agentName, userConsent: true };
  const id = await (kind === "evaluation" ? sendLead(change) : sendInquiry(change));
  const createToken = () => randomBytes(32).toString("base64url");
  const tokens = { confirm: createToken(), withdraw: createToken() };
  for (const [purpose, token] of Object.entries(tokens)) {
    await query(
      `INSERT INTO consent_links (token_hash, purpose, kind, submission_id, expires_at)
       VALUES ($1, $2, $3, $4, now() + $5::interval)`,
      [hashToken(token), purpose, kind, id, expiresIn],
    );
  }
  return { kind, id, tokens };
}

export function toConsentLink(locale: Locale, token: string): string {
  return `${getPathname({ href: "/consent", locale })}?token=${token}`;
}

export async function readConsentState({ kind, id, tokens }: Claimed) {
  const [row] = await query<{ confirmed: boolean; version: string | null; withdrawn: boolean; revision: number }>(
    `SELECT consent_confirmed_at IS NOT NULL AS confirmed, consent_notice_version AS version,
       consent_withdrawn_at IS NOT NULL AS withdrawn, revision FROM submissions WHERE kind = $1 AND id = $2`,
    [kind, id],
  );
  const links = await query<{ purpose: ConsentPurpose }>(
    "SELECT purpose FROM consent_links WHERE token_hash = ANY ($1) ORDER BY purpose",
    [Object.values(tokens).map(hashToken)],
  );
  return { ...row, links: links.map(({ purpose }) => purpose) };
}
