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
 * Notices when the mail server itself refuses us, rather than a mail: then no mail is tried until a probe gets through.
 * Logs a line a minute.
 */
export class MailServerWatch {
  readonly #transport: Pick<Transport, "verify">;
  #outage: Outage | undefined;
  #probe: Promise<void> | undefined;

  constructor(transport: Pick<Transport, "verify">) {
    this.#transport = transport;
  }

  /**
   * Whether the server refused us when it was last asked. Asks again when it is time, without waiting for the answer.
   */
  isAway(): boolean {
    if (this.#outage && performance.now() >= this.#outage.nextProbeAt) void this.probe();
    return this.#outage !== undefined;
  }

  /** Asks the server; once for all who call meanwhile. */
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
