import { getLocale } from "next-intl/server";
import { type DeskText, deskText } from "./desk-text.ts";
import { toLanguage } from "./format-locale.ts";

/** For pages and other async components; all others use useDeskText. */
export async function getDeskText<Area extends Parameters<typeof deskText>[1]>(area: Area): Promise<DeskText<Area>> {
  return deskText(toLanguage(await getLocale()), area);
}
