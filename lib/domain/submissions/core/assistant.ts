type Sent = { channel: string; agentName: string | null; userConsent: boolean | null };

/**
 * Returns the name of the assistant that sent a submission, empty if unnamed; null if the person sent it. A submission
 * from an assistant that omits its channel is stored as web, as the contract requires, but the person must still be
 * asked for consent.
 */
export function findAssistant({ channel, agentName, userConsent }: Sent): string | null {
  const isAssistant = channel === "ai_agent" || agentName !== null || userConsent === false;
  return isAssistant ? (agentName ?? "") : null;
}
