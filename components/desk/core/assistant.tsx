import { Callout } from "#components/ui/callout.tsx";
import type { InboxRow } from "#lib/domain/submissions/inbox/inbox-page.ts";
import { type DeskText, useDeskText } from "#lib/i18n/desk-text.ts";

type Sent = Pick<InboxRow, "agentName" | "identity">;

/** Keeps the assistant's claim apart from its verified identity. Null if a person sent the submission. */
export function describeAssistant(
  t: DeskText<"inbox">,
  { agentName: agent, identity: { host, isHostName } }: Sent,
): string | null {
  if (!host) return agent === null ? null : t("assistant.claimed", { agent });
  const known = { host: host.name, evidence: t(`assistant.evidence.${host.evidence}`) };
  return agent === null || isHostName ? t("assistant.known", known) : t("assistant.other", { ...known, agent });
}

/** Names the characters that differ, because the two names look the same. */
export function ImitationNotice({ agentName, identity: { imitatedName } }: Sent) {
  const t = useDeskText("inbox");
  if (imitatedName === null || agentName === null) return null;
  const given = [...new Set(agentName.normalize("NFC"))];
  const foreign = given.filter((character) => !imitatedName.includes(character));
  // If the imitated name has all characters of the given one, the difference is a foreign letter, or an I, l or 1.
  const differing = foreign.length ? foreign : given.filter((character) => /\P{ASCII}|[Il1]/u.test(character));
  const characters = differing.map(formatCharacter).join(", ");
  return (
    <Callout look="danger">
      <p>{t("assistant.imitation", { name: imitatedName, characters })}</p>
    </Callout>
  );
}

/** Formats a character such as “С” (U+0421), or only the code if the character is invisible. */
function formatCharacter(character: string): string {
  const code = `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}`;
  return /[\p{L}\p{N}]/u.test(character) ? `“${character}” (${code})` : code;
}
