// `npm run check -- deploy`: checks the image, the unit, and the files for proxies and compose. Needs root. `-- --part
// files|unit|image` runs one of them.
import { parseArgs } from "node:util";
import { hasPassed, runCheck } from "../run-check.ts";
import { checkFiles } from "./deploy-files.ts";
import { checkImage } from "./deploy-image.ts";
import { checkUnit } from "./deploy-unit.ts";
import { requirePrograms } from "./haproxy.ts";

const { values } = parseArgs({ options: { part: { type: "string" } } });

requirePrograms(
  {
    mmdebstrap: ["--version"],
    buildah: ["--version"],
    podman: ["--version"],
    runc: ["--version"],
    nginx: ["-v"],
    haproxy: ["-v"],
    "docker-compose": ["version"],
    promtool: ["--version"],
    "systemd-nspawn": ["--version"],
  },
  "on Debian, apt-get install mmdebstrap buildah podman runc nginx haproxy docker-compose prometheus systemd-container.",
);
const parts: Record<string, () => Promise<void>> = { files: checkFiles, unit: checkUnit, image: checkImage };
await runCheck(
  async () => {
    for (const [name, part] of Object.entries(parts)) if (!values.part || values.part === name) await part();
    return hasPassed();
  },
  { minutes: 30 },
);
