/** Result of one check; `wrong` sets exit code 1. Texts must not contain secrets or personal data. */
export type Finding = { level: "ok" | "note" | "wrong"; subject: string; text: string; advice?: string };

export const clockSecondsMax = 5;

export function judgeClock(subject: string, seconds: number): Finding {
  const text = `its clock and this machine's differ by ${Math.abs(seconds).toFixed(1)} s`;
  if (Math.abs(seconds) <= clockSecondsMax) return { level: "ok", subject, text };
  return { level: "wrong", subject, text, advice: "Let both machines follow the same time servers (NTP)." };
}
