import { serviceOperations } from "../contract/operations.ts";
import type { Locale } from "../domain/locale.ts";
import { type CountedForm, findDeviceClass } from "../domain/submissions/core/form-steps.ts";
import { env } from "../server/env.ts";
import { spendFormStep } from "../server/limits/submission-limits.ts";
import { describeError, log } from "../server/log.ts";
import { countFormSteps } from "../server/submissions/intake/count-form-steps.ts";
import { readClientIp } from "./client-ip.ts";
import type { Exchange } from "./exchange.ts";
import { handle } from "./handle.ts";
import { refuseCrossSite } from "./own-site.ts";
import { enforceLimits } from "./stations.ts";

/** Uses GET, because a page without JavaScript can only send requests for pictures. */
export const handleFormStep = handle(serviceOperations.countFormStep, async (reached, exchange) => {
  const { headers } = exchange.request;
  refuseCrossSite(headers);
  const clientIp = readClientIp(headers, env().TRUSTED_PROXY_HOPS);
  enforceLimits(exchange, [spendFormStep(clientIp, exchange.now.getTime())]);
  const device = findDeviceClass(headers.get("user-agent"));
  if (device) await countFormSteps({ ...reached, device }, exchange.now);
  return {};
});

const waitMilliseconds = 200;

/** Counts a form that was sent without JavaScript. Never fails, and delays the form by 200 ms at most. */
export async function countSentForm(form: CountedForm, language: Locale, exchange: Exchange): Promise<void> {
  const device = findDeviceClass(exchange.request.headers.get("user-agent"));
  if (!device) return;
  const reached = { form, step: "sent", after: "start", language, door: "plain", device } as const;
  const counted = countFormSteps(reached, exchange.now).catch((error) =>
    log().warn({ error: describeError(error) }, "a form that was sent could not be counted"),
  );
  await Promise.race([counted, new Promise((resolve) => setTimeout(resolve, waitMilliseconds).unref())]);
}
