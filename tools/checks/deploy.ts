// `npm run check -- deploy`: checks the image, the unit, and the files for proxies and compose. Needs root.
import { hasPassed, runCheck } from "../run-check.ts";
import { checkFiles } from "./deploy-files.ts";
import { checkImage } from "./deploy-image.ts";
import { checkUnit } from "./deploy-unit.ts";
import { requirePrograms } from "./haproxy.ts";

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
await runCheck(
  async () => {
    await checkFiles();
    await checkUnit();
    await checkImage();
    return hasPassed();
  },
  { minutes: 30 },
);
