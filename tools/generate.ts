// `npm run generate [-- NAME]`: writes generated files. Without a name, writes those that tests compare
// with their sources.
import { writeTypes } from "./clients.ts";
import { writeEnvDocs } from "./env-docs.ts";
import { writePrismaClient } from "./prisma-client.ts";

const compared: Record<string, () => unknown> = {
  "prisma-client": () => writePrismaClient(),
  "api-client": writeTypes,
  "env-docs": writeEnvDocs,
};
const named: Record<string, () => unknown> = {
  ...compared,
  pictures: () => import("./make-pictures.ts"),
  "server-json": () => import("./server-json.ts"),
};

// Remove the generator's name, because the generator itself reads the remaining arguments.
const [name] = process.argv.splice(2, 1);
const chosen = name === undefined ? Object.entries(compared) : Object.entries(named).filter(([each]) => each === name);
if (!chosen.length) {
  console.error(`Name a generator: npm run generate -- ${Object.keys(named).join(" | ")}`);
  process.exit(1);
}
for (const [title, write] of chosen) {
  await write();
  console.log(`Wrote ${title}.`);
}
