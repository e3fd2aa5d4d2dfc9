import { asList, asObject } from "../../json.ts";
import { addChange, type Collection, compareRest } from "./collect.ts";
import type { Place } from "./model.ts";
import { toText } from "./values.ts";

/** A server that is no longer listed may still answer, so its removal does not always break clients. */
export function compareServers(collection: Collection, place: Place, [before, after]: [unknown, unknown]): void {
  const toMap = (servers: unknown) =>
    new Map(asList(servers).map((each) => [toText(asObject(each).url).replace(/\/+$/, ""), asObject(each)]));
  const [old, current] = [toMap(before), toMap(after)];
  for (const [url, server] of old) {
    const match = current.get(url);
    if (match) compareRest(collection, { ...place, path: joinPath(place, url) }, server, match, { handled: ["url"] });
    else addChange(collection, place, "server-removed", "may_break", { name: url || "/" });
  }
  for (const url of current.keys()) {
    if (!old.has(url)) addChange(collection, place, "server-added", "other", { name: url || "/" });
  }
}

function joinPath({ path }: Place, url: string): string {
  return [path, `servers[${url || "/"}]`].filter(Boolean).join(" ");
}
