type Sent = { channel: string; agentName: string | null; userConsent: boolean | null };

/**
 * The name of the assistant that sent a submission, empty where it gave none; null where the person did. One that
 * forgets to name its channel is stored as web, as the contract says, and all the same the person must be asked.
 */
export function findAssistant({ channel, agentName, userConsent }: Sent): string | null {
  const isAssistant = channel === "ai_agent" || agentName !== null || userConsent === false;
  return isAssistant ? (agentName ?? "") : null;
}
