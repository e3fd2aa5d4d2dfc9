import { Callout } from "#components/ui/callout.tsx";
import type { InboxRow } from "#lib/domain/submissions/inbox/inbox-page.ts";
import { type DeskText, useDeskText } from "#lib/i18n/desk-text.ts";

type AssistantIdentity = Pick<InboxRow, "agentName" | "identity">;

/** Keeps the assistant's claim apart from its verified identity. Null if a person sent the submission. */
export function describeAssistant(
  t: DeskText<"inbox">,
  { agentName: agent, identity: { host, isHostName } }: AssistantIdentity,
): string | null {
  if (!host) return agent === null ? null : t("assistant.claimed", { agent });
  const known = { host: host.name, evidence: t(`assistant.evidence.${host.evidence}`) };
  return agent === null || isHostName ? t("assistant.known", known) : t("assistant.other", { ...known, agent });
}

export function ImitationNotice({ identity: { oddCharacters } }: AssistantIdentity) {
  const t = useDeskText("inbox");
  if (!oddCharacters.length) return null;
  return (
    <Callout look="danger">
      <p>{t("assistant.imitation", { characters: oddCharacters.map(formatCharacter).join(", ") })}</p>
    </Callout>
  );
}

/** Formats a character such as “С” (U+0421), or only the code if the character is invisible. */
function formatCharacter(character: string): string {
  const code = `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}`;
  return /[\p{L}\p{N}]/u.test(character) ? `“${character}” (${code})` : code;
}
