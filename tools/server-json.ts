// `npm run generate -- server-json`: writes .data/server.json for the MCP registry, from SITE_URL and SITE_NAME.
import "../scripts/load-env-file.ts";
import fs from "node:fs";
import { buildRegistryEntry } from "../lib/http/mcp-cards.ts";
import { toSite } from "../lib/server/site.ts";
import { readStartContent } from "../lib/server/site-start.ts";

const file = ".data/server.json";
fs.mkdirSync(".data", { recursive: true });
fs.writeFileSync(file, `${JSON.stringify(buildRegistryEntry(toSite(readStartContent())), null, 2)}\n`);
console.log(`${file} is written.`);
