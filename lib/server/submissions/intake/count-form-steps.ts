import "server-only";
import { type DeviceClass, type FormStep, listPassedSteps } from "../../../domain/submissions/core/form-steps.ts";
import { toDay } from "../../../domain/time-zone.ts";
import { rawDatabase } from "../../db.ts";
import { env } from "../../env.ts";

/** Adds to today's counts, by the desk's time zone. Rows hold no personal data and cannot be linked to one visitor. */
export async function countFormSteps(reached: FormStep & { device: DeviceClass }, now: Date): Promise<void> {
  const { form, language, door, device } = reached;
  await rawDatabase("catalog").$executeRaw`
    INSERT INTO form_steps (day, form, step, language, door, device, count)
    SELECT ${toDay(now, env().TIME_ZONE)}::date, ${form}, step, ${language}, ${door}, ${device}, 1
    FROM unnest(${listPassedSteps(reached)}::text[]) AS step
    ON CONFLICT (day, form, step, language, door, device) DO UPDATE SET count = form_steps.count + 1`;
}
