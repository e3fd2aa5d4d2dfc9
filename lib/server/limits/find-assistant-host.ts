import "server-only";
import type { AssistantHost } from "../../domain/request-context.ts";
import { type AssistantRange, findRange, hostsByCertificate, parseAssistantRanges } from "../assistant-hosts.ts";
import { env } from "../env.ts";

let ranges: AssistantRange[] | undefined;

/**
 * Identifies the hosted assistant that sends the request by its certificate or address. This never identifies the
 * person. `certificateName` must come from our own proxy.
 */
export function findAssistantHost(clientIp: string, certificateName: string | null): AssistantHost | undefined {
  ranges ??= parseAssistantRanges(env().ASSISTANT_RANGES) ?? [];
  const certified = hostsByCertificate.get(certificateName?.trim().toLowerCase() ?? "");
  if (certified) return { name: certified, evidence: "mtls" };
  const range = findRange(ranges, clientIp);
  return range && { name: range.host, evidence: "egress" };
}
