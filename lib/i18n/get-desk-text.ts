import { getLocale } from "next-intl/server";
import { type DeskText, deskText } from "./desk-text.ts";
import { toLanguage } from "./format-locale.ts";

/** Returns a desk translator for pages and other async components. Others use useDeskText. */
export async function getDeskText<Area extends Parameters<typeof deskText>[1]>(area: Area): Promise<DeskText<Area>> {
  return deskText(toLanguage(await getLocale()), area);
}
