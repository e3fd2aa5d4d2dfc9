import type { Pictogram } from "#components/ui/drawings.ts";
import { findPictogram, type Named } from "./find-pictogram.ts";

/**
 * Pictograms by group, in the order of a campaign. An entry belongs to the group of its pictogram, or to `more` if it
 * has no pictogram.
 */
const groups = {
  join: ["receipt", "message"],
  reward: ["points", "draw", "prize", "shipment"],
  record: ["permit", "data"],
  more: [],
} as const satisfies Record<string, readonly Pictogram[]>;

export type GroupName = keyof typeof groups;
const names = Object.keys(groups) as GroupName[];

export function findGroup(entry: Named): GroupName {
  const pictogram = findPictogram(entry);
  return names.find((name) => groups[name].some((each) => each === pictogram)) ?? "more";
}

/** Entries of the same group keep their order. */
export function sortByGroup<Entry extends Named>(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((a, b) => names.indexOf(findGroup(a)) - names.indexOf(findGroup(b)));
}
