// Compares the app with that of another checkout, such as the previous commit, under every load.
import fs from "node:fs";
import path from "node:path";
import { buildIfNeeded } from "../../scripts/build.ts";
import { report } from "./report.ts";
import { type Length, measureServers, type Server } from "./rounds.ts";
import type { Stage } from "./stage.ts";
import { fetchWorks } from "./works.ts";

/** Compares this checkout with the built checkout in `folder`. @returns true if every request succeeded */
export async function compareWith(stage: Stage, folder: string, only: string, length: Length): Promise<boolean> {
  const root = path.resolve(folder);
  if (!fs.existsSync(path.join(root, ".next", "BUILD_ID"))) throw new Error(`${folder} holds no built app.`);
  buildIfNeeded();
  const urls = { ours: await stage.createCatalog("ours"), other: await stage.createCatalog("other", root) };
  const start = async (name: keyof typeof urls, number: number, otherFolder?: string): Promise<Server> => {
    const app = await stage.startApp(`${name}-${number}`, urls[name], {}, otherFolder);
    const works = await fetchWorks(app.url, only);
    // Drop the targets, which apply only to the comparison with the limit.
    return { name, app, works: works.map(({ target: _, ...work }) => work) };
  };
  const startBoth = async (number: number) => [await start("ours", number), await start("other", number, root)];
  return report(await measureServers(stage, startBoth, length), "ours", "other");
}
