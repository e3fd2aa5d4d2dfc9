import { createFormatter, createTranslator } from "next-intl";
import auth from "#messages/desk/auth.json";
import catalog from "#messages/desk/catalog.json";
import inbox from "#messages/desk/inbox.json";
import mail from "#messages/desk/mail.json";
import overview from "#messages/desk/overview.json";
import people from "#messages/desk/people.json";
import shell from "#messages/desk/shell.json";
import { deskTimeZone } from "../domain/time-zone.ts";

const areas = { shell, auth, inbox, catalog, mail, overview, people };
export type AdminArea = keyof typeof areas;

/** The texts of a part of the desk, in English. A key that is nowhere does not compile. */
export function adminText<Area extends AdminArea>(area: Area) {
  return createTranslator<(typeof areas)[Area]>({ locale: "en", messages: areas[area], timeZone: deskTimeZone });
}

/** Numbers and times of the desk, on its one clock. */
export const deskFormat = createFormatter({ locale: "en", timeZone: deskTimeZone });

/** A point in time as the desk writes it. */
export function deskTime(time: Date): string {
  return deskFormat.dateTime(time, { dateStyle: "medium", timeStyle: "short" });
}
