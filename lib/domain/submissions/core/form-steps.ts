import type { Locale } from "../../locale.ts";
import { questionKeys } from "./question-keys.ts";

/** Steps of the site's forms, in order. The page opens with the first question of the evaluation. */
export const formSteps = {
  evaluation: ["start", ...questionKeys.slice(1), "project", "person", "check", "sent"],
  contact: ["start", "typed", "sent"],
} as const;
export type CountedForm = keyof typeof formSteps;

/** `assistant`: an assistant's link filled in the form. `plain`: the form without JavaScript, which has no steps. */
export const formDoors = ["script", "plain", "assistant"] as const;
export const deviceClasses = ["computer", "tablet", "phone"] as const;
export type DeviceClass = (typeof deviceClasses)[number];

export const formStepsPath = "/form-steps";

/** Somebody has reached `step`. `after` is the last step counted for them; the steps between the two count as well. */
export type FormStep = {
  form: CountedForm;
  step: string;
  after?: string | undefined;
  language: Locale;
  door: (typeof formDoors)[number];
};

/** Returns an empty list if a step is unknown, or if `step` is not later than `after`. */
export function listPassedSteps({ form, step, after }: Pick<FormStep, "form" | "step" | "after">): string[] {
  const steps: readonly string[] = formSteps[form];
  const first = after === undefined ? 0 : steps.indexOf(after) + 1;
  return first === 0 && after !== undefined ? [] : steps.slice(first, steps.indexOf(step) + 1);
}

/** Android tablets leave out "Mobile"; an iPad may say that it is a Mac. Null for robots, which are not counted. */
export function findDeviceClass(userAgent: string | null): DeviceClass | null {
  const agent = userAgent ?? "";
  if (agent === "" || /bot|crawl|spider|slurp|preview|lighthouse/i.test(agent)) return null;
  if (/ipad|tablet|android(?!.*mobile)/i.test(agent)) return "tablet";
  return /mobi|iphone/i.test(agent) ? "phone" : "computer";
}
