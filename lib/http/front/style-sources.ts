import fs from "node:fs";
import path from "node:path";
import { sourceOf } from "./data-scripts.ts";

/** The style sheets below `folder`, each as a source: the framework writes them into the pages as they are. */
export function styleSourcesOf(folder: string): string[] {
  const names = fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".css"));
  return names.sort().map((name) => sourceOf(fs.readFileSync(path.join(folder, name), "utf8")));
}
