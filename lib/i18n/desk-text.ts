import { createFormatter, createTranslator, useFormatter } from "next-intl";
import auth from "#messages/desk/auth.json";
import catalog from "#messages/desk/catalog.json";
import inbox from "#messages/desk/inbox.json";
import mail from "#messages/desk/mail.json";
import overview from "#messages/desk/overview.json";
import people from "#messages/desk/people.json";
import shell from "#messages/desk/shell.json";

const areas = { shell, auth, inbox, catalog, mail, overview, people };
type DeskArea = keyof typeof areas;

/** Unknown keys do not compile. */
export function deskText<Area extends DeskArea>(area: Area) {
  return createTranslator<(typeof areas)[Area]>({ locale: "en", messages: areas[area] });
}

/** For numbers. */
export const deskFormat = createFormatter({ locale: "en" });

/** Formats times in TIME_ZONE, which the desk's pages set for next-intl. */
export function useDeskTime(): (time: Date) => string {
  const format = useFormatter();
  return (time) => format.dateTime(time, { dateStyle: "medium", timeStyle: "short" });
}
