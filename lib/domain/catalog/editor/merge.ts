import * as z from "zod/mini";
import { asObject } from "../../json.ts";
import { isoTime } from "../../schema-kit.ts";
import { SpecSummary, summarize } from "./changes.ts";
import {
  addressFields,
  type EntryContent,
  EntryPlace,
  lineFields,
  type MergeChoice,
  serviceTextFields,
  textFields,
} from "./content.ts";

type Service = EntryContent["services"][number];

/** Lists as one text, one item per line; `null`: the service is removed. */
const Side = z.nullable(z.union([z.string(), SpecSummary]));

/** Changed differently by both. */
const MergeConflict = z.extend(EntryPlace, { theirs: Side, mine: Side });
export type MergeConflict = z.infer<typeof MergeConflict>;

const by = z.array(z.string());

export const Merged = z.object({ by, taken: z.array(EntryPlace) });
export type Merged = z.infer<typeof Merged>;

/** Nothing is stored before each conflict is decided. */
export const Undecided = z.object({
  /** When the entry was stored with which this conflicts. */
  seenAt: isoTime(),
  by,
  isPublished: z.boolean(),
  conflicts: z.array(MergeConflict),
});
export type Undecided = z.infer<typeof Undecided>;

type Merge = {
  content: EntryContent;
  /** What only the others changed. */
  taken: EntryPlace[];
  conflicts: MergeConflict[];
  isDecided: boolean;
};

/**
 * Merges two changes of one entry, each field by itself and services by their id.
 * @param base what both started from; null if it is not known any more: then each difference is a conflict
 */
export function mergeContents(
  base: EntryContent | null,
  theirs: EntryContent,
  mine: EntryContent,
  choices: readonly MergeChoice[] = [],
): Merge {
  const merge = mergeFields(base, theirs, mine, choices);
  const isUntitled = !merge.content.titleEn.trim() && !merge.content.titleEs.trim();
  // Each took away the title of one language: neither meant an entry without title.
  return isUntitled && base ? mergeFields({ ...base, titleEn: "\0", titleEs: "\0" }, theirs, mine, choices) : merge;
}

const entryFields = [...textFields, ...lineFields, ...addressFields, "spec"] as const;
const serviceFields = [...serviceTextFields, "operations", ...addressFields] as const;

function mergeFields(
  base: EntryContent | null,
  theirs: EntryContent,
  mine: EntryContent,
  choices: readonly MergeChoice[],
): Merge {
  const taken: EntryPlace[] = [];
  const conflicts: MergeConflict[] = [];
  let isDecided = true;

  /** `before` is undefined where it is not known. */
  const pick = <Value>(place: EntryPlace, before: Value | undefined, their: Value, my: Value): Value => {
    if (isSame(their, my) || isSame(before, their)) return my;
    if (isSame(before, my)) {
      taken.push(place);
      return their;
    }
    conflicts.push({ ...place, theirs: toSide(place, their), mine: toSide(place, my) });
    const choice = choices.find(({ field, service }) => field === place.field && service === place.service);
    isDecided &&= choice !== undefined;
    return choice?.take === "mine" ? my : their;
  };
  const pickService = (id: string): Service[] => {
    const find = ({ services }: EntryContent) => services.find((service) => service.id === id);
    const [before, their, my] = [base && find(base), find(theirs), find(mine)];
    if (!their || !my) {
      const place = { field: "services", service: id } as const;
      const picked = pick(place, base ? (before ?? null) : undefined, their ?? null, my ?? null);
      return picked ? [picked] : [];
    }
    const picked = serviceFields.map((field) => {
      const known = before ? (before[field] ?? null) : undefined;
      return [field, pick({ field, service: id }, known, their[field] ?? null, my[field] ?? null)];
    });
    return [{ ...my, ...Object.fromEntries(picked) }];
  };

  const fields = entryFields.map((field) => {
    const known = base ? (base[field] ?? null) : undefined;
    return [field, pick({ field }, known, theirs[field] ?? null, mine[field] ?? null)];
  });
  const known = [...new Set([...theirs.services, ...mine.services].map(({ id }) => id))];
  const kept = known.flatMap(pickService);
  const listKept = ({ services }: EntryContent) =>
    [...new Set(services.map(({ id }) => id))].filter((id) => kept.some((service) => service.id === id));
  const [their, my] = [listKept(theirs), listKept(mine)];
  const listShared = (ids: string[]) => ids.filter((id) => their.includes(id) && my.includes(id));
  const myOrder = listShared(my);
  const order = pick({ field: "services" }, base ? listShared(listKept(base)) : undefined, listShared(their), myOrder);
  const ids = order === myOrder ? addMissing(my, their) : addMissing(their, my);
  const services = ids.flatMap((id) => kept.find((service) => service.id === id) ?? []);
  return { content: { ...mine, ...Object.fromEntries(fields), services }, taken, conflicts, isDecided };
}

/** Each added id follows the one that it follows in `other`; two at the same place are in their alphabet's order. */
function addMissing(ids: string[], other: string[]): string[] {
  return other.reduce((result, id, at) => {
    if (result.includes(id)) return result;
    const from = result.indexOf(other[at - 1] ?? "") + 1;
    const isBefore = (known: string) => !other.includes(known) && known < id;
    const after = result.slice(from).findIndex((known) => !isBefore(known));
    return result.toSpliced(after < 0 ? result.length : from + after, 0, id);
  }, ids);
}

function toSide({ field }: EntryPlace, value: unknown): MergeConflict["theirs"] {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.join("\n");
  if (field === "spec") return summarize(asObject(value));
  if (field !== "services") return "";
  const { titleEn, titleEs, id } = asObject(value);
  return value === null ? null : String(titleEn || titleEs || id);
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
