import "server-only";
import { foldName } from "../../domain/plain-text.ts";
import { type AssistantHost, hostEvidences } from "../../domain/request-context.ts";
import type { AssistantIdentity } from "../../domain/submissions/core/submission.ts";
import { type AssistantRange, findRange, hostsByCertificate, parseAssistantRanges } from "../assistant-hosts.ts";
import { env } from "../env.ts";

/** Invisible characters in honest names: parts of an emoji, and joiners in scripts such as Arabic and Devanagari. */
const allowedInvisible =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)[\ufe0f\u200d]|(?<=(?!\p{Script=Latin}|\p{Script=Inherited})[\p{L}\p{M}])\p{Join_Control}/gu;
const invisible = /(?!\p{White_Space})[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]/gu;

const words = /[\p{L}\p{M}\p{Nd}]+/gu;
/** Scripts with letters that look like Latin ones. */
const similar =
  /[\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Lisu}]/gu;

/** Finds invisible characters, and letters of similar scripts in Latin words. No honest name needs them. */
export function findOddCharacters(agentName: string): string[] {
  const name = agentName.normalize("NFC");
  const hidden = name.replace(allowedInvisible, "").match(invisible) ?? [];
  const latinWords = (name.replace(invisible, "").match(words) ?? []).filter((word) => /\p{Script=Latin}/u.test(word));
  return [...new Set([...hidden, ...latinWords.flatMap((word) => word.match(similar) ?? [])])];
}

type Row = { agentName: string | null; assistantHost: string | null; hostEvidence: string | null };

export function identifyAssistant({ agentName, assistantHost, hostEvidence }: Row): AssistantIdentity {
  const evidence = hostEvidences.find((known) => known === hostEvidence);
  const host = assistantHost !== null && evidence !== undefined ? { name: assistantHost, evidence } : null;
  const oddCharacters = agentName === null ? [] : findOddCharacters(agentName);
  const isHostName = host !== null && agentName !== null && foldName(agentName) === foldName(host.name);
  return { host, isHostName: isHostName && !oddCharacters.length, oddCharacters };
}

let ranges: AssistantRange[] | undefined;

/** The host never identifies the person. `certificateName` must come from our own proxy. */
export function findAssistantHost(clientIp: string, certificateName: string | null): AssistantHost | undefined {
  ranges ??= parseAssistantRanges(env().ASSISTANT_RANGES) ?? [];
  const certified = hostsByCertificate.get(certificateName?.trim().toLowerCase() ?? "");
  if (certified) return { name: certified, evidence: "mtls" };
  const range = findRange(ranges, clientIp);
  return range && { name: range.host, evidence: "egress" };
}
