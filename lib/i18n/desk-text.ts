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
type DeskArea = keyof typeof areas;

/** Unknown keys do not compile. */
export function deskText<Area extends DeskArea>(area: Area) {
  return createTranslator<(typeof areas)[Area]>({ locale: "en", messages: areas[area], timeZone: deskTimeZone });
}

export const deskFormat = createFormatter({ locale: "en", timeZone: deskTimeZone });

export function formatDeskTime(time: Date): string {
  return deskFormat.dateTime(time, { dateStyle: "medium", timeStyle: "short" });
}
