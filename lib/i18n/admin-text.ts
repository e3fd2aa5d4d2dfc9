import { createFormatter, createTranslator } from "next-intl";
import auth from "#messages/admin/auth.json";
import catalog from "#messages/admin/catalog.json";
import inbox from "#messages/admin/inbox.json";
import shell from "#messages/admin/shell.json";

const areas = { shell, auth, inbox, catalog };
export type AdminArea = keyof typeof areas;

/** The one clock of the desk, whoever looks at it. */
const timeZone = "America/Mexico_City";

/** The texts of a part of the desk, in English. A key that is nowhere does not compile. */
export function adminText<Area extends AdminArea>(area: Area) {
  return createTranslator<(typeof areas)[Area]>({ locale: "en", messages: areas[area], timeZone });
}

/** Numbers and times of the desk, on its one clock. */
export const deskFormat = createFormatter({ locale: "en", timeZone });

/** A point in time as the desk writes it. */
export function deskTime(time: Date): string {
  return deskFormat.dateTime(time, { dateStyle: "medium", timeStyle: "short" });
}
