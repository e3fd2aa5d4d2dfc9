import "server-only";
import type { DeliveryFault } from "../../domain/submissions/core/mails.ts";
import { describeError, log } from "../log.ts";
import { countMails } from "../queue/pending-mails.ts";
import { toDeliveryFault } from "./delivery-fault.ts";
import type { Transport } from "./transport.ts";

const probeMilliseconds = 10_000;
const lineMilliseconds = 60_000;

type Outage = { since: number; fault: DeliveryFault; nextProbeAt: number; loggedAt: number };

/**
 * Detects when the mail server refuses all mail, not just one. Mails then wait until a probe succeeds. Logs one line
 * per minute.
 */
export class MailServerWatch {
  readonly #transport: Pick<Transport, "verify">;
  #outage: Outage | undefined;
  #probe: Promise<void> | undefined;

  constructor(transport: Pick<Transport, "verify">) {
    this.#transport = transport;
  }

  /** Returns whether the last probe failed. Starts a new probe in the background when one is due. */
  isAway(): boolean {
    if (this.#outage && performance.now() >= this.#outage.nextProbeAt) void this.probe();
    return this.#outage !== undefined;
  }

  /** Probes the server. Simultaneous callers share one probe. */
  probe(): Promise<void> {
    this.#probe ??= this.#ask().finally(() => {
      this.#probe = undefined;
    });
    return this.#probe;
  }

  async #ask(): Promise<void> {
    const fault = await this.#transport.verify().then(() => undefined, toDeliveryFault);
    const at = performance.now();
    if (!fault) {
      if (this.#outage) log().info({ minutes: toMinutes(at - this.#outage.since) }, "the mail server is back");
      this.#outage = undefined;
      return;
    }
    const { since = at, loggedAt = Number.NEGATIVE_INFINITY } = this.#outage ?? {};
    const isLogged = at - loggedAt >= lineMilliseconds;
    const outage = { since, fault, nextProbeAt: at + probeMilliseconds, loggedAt: isLogged ? at : loggedAt };
    this.#outage = outage;
    if (isLogged) await logOutage(outage);
  }
}

const toMinutes = (milliseconds: number) => Math.floor(milliseconds / 60_000);

async function logOutage({ since, fault }: Pick<Outage, "since" | "fault">): Promise<void> {
  const due = await countMails().then(
    ({ waiting }) => waiting,
    (error: unknown) => describeError(error),
  );
  const sinceTime = new Date(performance.timeOrigin + since);
  const minutes = toMinutes(performance.now() - since);
  log().warn({ due, since: sinceTime, minutes, fault }, "the mail server is away: no mail is tried until it is back");
}
