// `npm run server-json`: writes server.json, for the MCP registry, from SITE_URL and SITE_NAME.
import "./load-env-file.ts";
import fs from "node:fs";
import { buildRegistryEntry } from "../lib/http/mcp-cards.ts";
import { site } from "../lib/server/site.ts";

fs.writeFileSync("server.json", `${JSON.stringify(buildRegistryEntry(site()), null, 2)}\n`);
console.log("server.json is written.");
