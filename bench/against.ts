// The app beside that of another checkout, such as the commit before: every operation, alternating in one run.
import fs from "node:fs";
import path from "node:path";
import { buildIfNeeded } from "../scripts/build.ts";
import { fiftyEntries, storeEntries } from "./entries.ts";
import { measurePair, reportPair } from "./pair.ts";
import { listPaths } from "./paths.ts";
import { isFlawless } from "./print-table.ts";
import type { Stage } from "./stage.ts";

type Length = { rounds: number; seconds: number; only: string };

/** `folder` is another built checkout. @returns true if every request succeeded */
export async function compareWith(stage: Stage, folder: string, { rounds, seconds, only }: Length): Promise<boolean> {
  if (!fs.existsSync(path.join(folder, ".next", "BUILD_ID"))) throw new Error(`${folder} holds no built app.`);
  buildIfNeeded();
  const urls = { ours: await stage.createDatabase("ours"), other: await stage.createEmptyDatabase("other") };
  const servers = {
    // The other one applies its own migrations.
    other: await stage.startApp("other", urls.other, {}, path.resolve(folder)),
    ours: await stage.startApp("ours", urls.ours),
  };
  const entries = fiftyEntries();
  for (const url of Object.values(urls)) {
    await storeEntries(url, entries);
    await stage.settle(url);
  }
  let areFlawless = true;
  for (const { name, requests } of listPaths(entries).filter(({ name }) => name.includes(only))) {
    const measures = await measurePair(servers, { postgresPid: stage.postgresPid, requests, rounds, seconds });
    reportPair(name, { ours: "ours", other: "the other" }, measures);
    areFlawless &&= isFlawless([...measures.ours, ...measures.other]);
  }
  return areFlawless;
}
