import type { Metadata } from "next";
import { getLocale } from "next-intl/server";
import { type DeskText, getDeskTextFor } from "./desk-text.ts";
import { toLanguage } from "./locales.ts";

type DeskArea = Parameters<typeof getDeskTextFor>[1];

/** Other components use useDeskText. */
export async function getDeskText<Area extends DeskArea>(area: Area): Promise<DeskText<Area>> {
  return getDeskTextFor(toLanguage(await getLocale()), area);
}

export async function getDeskMetadata<Area extends DeskArea>(
  area: Area,
  formatTitle: (t: DeskText<Area>) => string,
): Promise<Metadata> {
  return { title: formatTitle(await getDeskText(area)) };
}
