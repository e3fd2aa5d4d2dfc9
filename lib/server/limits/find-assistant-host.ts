import "server-only";
import { type AssistantRange, findRange, hostsByCertificate, parseAssistantRanges } from "../assistant-hosts.ts";
import { env } from "../env.ts";

let ranges: AssistantRange[] | undefined;

/**
 * The hosted assistant that calls, if its certificate or its address shows it. Tells the host, never the person.
 * `certificateName` must come from a proxy of ours.
 */
export function findAssistantHost(clientIp: string, certificateName: string | null): string | undefined {
  ranges ??= parseAssistantRanges(env().ASSISTANT_RANGES) ?? [];
  return hostsByCertificate.get(certificateName?.trim().toLowerCase() ?? "") ?? findRange(ranges, clientIp)?.host;
}
