import { listKeys } from "../domain/json.ts";

/** Defaults, scaled for another DATABASE_CONNECTIONS. Connections left by rounding go to the first kinds in order. */
const defaults = { intake: 4, submissions: 10, catalog: 5, desk: 4, maintenance: 3, mail: 6, readiness: 1 };
type Kind = keyof typeof defaults;
const kinds = listKeys(defaults);

/** Minimum. better-auth's transactions and mails written as files need two at once; renewing mail leases, one more. */
const least: Partial<Record<Kind, number>> = { desk: 2, mail: 3 };
const getMinimum = (kind: Kind) => least[kind] ?? 1;
const getWeight = (kind: Kind) => defaults[kind] - getMinimum(kind);

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
export const connectionsMin = sum(kinds.map(getMinimum));
export const connectionsDefault = sum(Object.values(defaults));

/** Each kind gets its minimum and a share of the rest. `total` must be at least `connectionsMin`. */
export function splitConnections(total: number): Record<Kind, number> {
  const rest = total - connectionsMin;
  const getShare = (kind: Kind) => Math.floor((rest * getWeight(kind)) / (connectionsDefault - connectionsMin));
  let left = rest - sum(kinds.map(getShare));
  const entries = kinds.map((kind) => {
    const isFirst = left > 0 && getWeight(kind) > 0;
    if (isFirst) left--;
    return [kind, getMinimum(kind) + getShare(kind) + Number(isFirst)] as const;
  });
  return Object.fromEntries(entries) as Record<Kind, number>;
}
