import "server-only";
import { type AssistantHost, hostEvidences } from "../../../domain/request-context.ts";
import type { AssistantIdentity } from "../../../domain/submissions/core/submission.ts";
import { agentKey } from "../../limits/agent-key.ts";
import { findImitatedName } from "../../limits/imitated-name.ts";

type Row = { agentName: string | null; assistantHost: string | null; hostEvidence: string | null };

export function identifyAssistant({ agentName, assistantHost, hostEvidence }: Row): AssistantIdentity {
  const host = toHost(assistantHost, hostEvidence);
  const imitatedName = agentName === null ? null : findImitatedName(agentName);
  const isHostName = host !== null && agentName !== null && agentKey(agentName) === agentKey(host.name);
  return { host, isHostName: isHostName && imitatedName === null, imitatedName };
}

function toHost(name: string | null, stored: string | null): AssistantHost | null {
  const evidence = hostEvidences.find((known) => known === stored);
  return name !== null && evidence !== undefined ? { name, evidence } : null;
}
