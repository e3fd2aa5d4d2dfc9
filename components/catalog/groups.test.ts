import { expect, test } from "vitest";
import { pictograms } from "#components/ui/drawings.ts";
import { findGroup, sortByGroup } from "./groups.ts";

const named = (slug: string) => ({ slug, titleEn: "", titleEs: "" });

test.each([
  ["join", "receipts-validation"],
  ["reward", "prize-draws"],
  ["record", "campaign-export"],
  ["more", "zones"],
] as const)("assigns to the group %s the entry %s", (group, slug) => {
  expect(findGroup(named(slug))).toBe(group);
});

test("assigns every pictogram to a group", () => {
  expect(Object.keys(pictograms).map((slug) => findGroup(named(slug)))).not.toContain("more");
});

test("sorts entries by group and keeps their order within a group", () => {
  const slugs = ["zones", "campaign-export", "prize-draws", "areas", "loyalty", "whatsapp"];
  expect(sortByGroup(slugs.map(named)).map(({ slug }) => slug)).toEqual([
    "whatsapp",
    "prize-draws",
    "loyalty",
    "campaign-export",
    "zones",
    "areas",
  ]);
});
