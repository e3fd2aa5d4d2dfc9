// Builds the image of deploy/Containerfile on bases of Debian packages only, and runs it read-only for two sites.
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { MailServer } from "../../e2e/support/mail-server.ts";
import { createClient, evaluation } from "../../e2e/support/test.ts";
import { createEmptyDatabase } from "../../scripts/databases.fixture.ts";
import { findFreePort } from "../../scripts/processes.ts";
import { addCleanUp, expectTrue, makeFolder } from "../run-check.ts";
import { setup } from "../test-database.ts";
import { createDebianSystem, measureSeconds, run, secrets, waitUntilReady } from "./deploy-tools.ts";

const imageBytesMax = 290e6;
const idleBytesMax = 300e6;

type Podman = (...args: string[]) => string;

export async function checkImage(): Promise<void> {
  const folder = await makeFolder("image");
  const storage = [`--root=${folder}/storage`, `--runroot=${folder}/run`, "--storage-driver=vfs"];
  const buildah = (...args: string[]) => run("buildah", [...storage, ...args], { BUILDAH_ISOLATION: "chroot" });
  const podman = (...args: string[]) => run("podman", [...storage, "--runtime=runc", ...args]);
  makeBaseImages(buildah, path.join(folder, "debian.tar"));
  const bases = ["--build-arg=BASE=localhost/node", "--build-arg=RUN_BASE=localhost/debian"];
  const build = ["bud", "--format=docker", "-f", "deploy/Containerfile", ...bases, "-t", "localhost/encaje"];
  const seconds = measureSeconds(() => buildah(...build, "."));
  const bytes = Number(podman("image", "inspect", "localhost/encaje", "--format={{.Size}}"));
  const size = `${(bytes / 1e6).toFixed(0)} MB, built in ${seconds.toFixed(0)} s`;
  expectTrue("the image has at most 290 MB", bytes <= imageBytesMax, size);

  await addCleanUp(await setup());
  const names = ["one", "two"];
  for (const name of names) {
    await addCleanUp(() => podman("rm", "--force", "--time=10", name));
    await checkContainer(podman, name, path.join(folder, name));
  }
  for (const name of names) {
    const seconds = measureSeconds(() => podman("stop", name));
    const code = podman("inspect", name, "--format={{.State.ExitCode}}");
    expectTrue(`${name} ends in order within 5 s`, code === "0" && seconds < 5, `${seconds.toFixed(2)} s`);
  }
}

/** Makes replacements of the public base images: plain Debian, and Debian with the Node and npm of this process. */
function makeBaseImages(buildah: (...args: string[]) => string, debian: string): void {
  createDebianSystem(debian, "essential", ["libstdc++6"]);
  const container = buildah("from", "scratch");
  buildah("add", "-q", container, debian, "/");
  buildah("commit", "-q", container, "localhost/debian");
  buildah("copy", "-q", container, fs.realpathSync(process.execPath), "/usr/local/bin/node");
  const npm = path.join(process.env.npm_execpath ?? "", "..", "..");
  buildah("copy", "-q", container, npm, "/usr/local/lib/node_modules/npm");
  const link = (name: string) => `ln -s ../lib/node_modules/npm/bin/${name}-cli.js /usr/local/bin/${name}`;
  buildah("run", container, "sh", "-c", ["npm", "npx"].map(link).join(" && "));
  // Copy this machine's npm settings and certificates. The final image takes only Node from this base.
  const { NODE_EXTRA_CA_CERTS: certificates } = process.env;
  const settings = run("npm", ["config", "get", "userconfig"]);
  if (fs.existsSync(settings)) buildah("copy", "-q", container, settings, "/root/.npmrc");
  if (certificates) {
    buildah("copy", "-q", container, certificates, "/root/certificates.pem");
    buildah("config", "--env=NODE_EXTRA_CA_CERTS=/root/certificates.pem", container);
  }
  buildah("commit", "-q", container, "localhost/node");
}

async function checkContainer(podman: Podman, name: string, folder: string): Promise<void> {
  fs.mkdirSync(folder);
  const mailServer = await MailServer.create(folder);
  await mailServer.start();
  await addCleanUp(() => mailServer.kill());
  const databaseUrl = await createEmptyDatabase();
  const port = String(await findFreePort());
  const origin = `http://127.0.0.1:${port}`;
  const settings = {
    AUTH_SECRET: secrets.AUTH_SECRET,
    DATABASE_URL: databaseUrl,
    HOST: "127.0.0.1",
    PORT: port,
    SITE_URL: `https://${name}.example`,
    SITE_NAME: `Site ${name}`,
    SMTP_URL: mailServer.url,
    CONTACT_EMAIL: `team@${name}.example`,
  };
  const env = Object.entries(settings).map(([key, value]) => `--env=${key}=${value}`);
  const limits = [
    "--ulimit=nofile=1024:1024",
    "--ulimit=nproc=1024:1024",
    "--network=host",
    "--health-interval=disable",
  ];
  const startedAt = performance.now();
  podman("run", "--detach", `--name=${name}`, "--read-only", "--tmpfs=/tmp", ...limits, ...env, "localhost/encaje");
  const isUp = await waitUntilReady(origin);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  expectTrue(`${name} is ready`, isUp, isUp ? `${seconds} s, an empty database migrated` : podman("logs", name));
  if (!isUp) return;
  await sleep(5_000);
  const status = fs.readFileSync(`/proc/${podman("inspect", name, "--format={{.State.Pid}}")}/status`, "utf8");
  const bytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) * 1024;
  expectTrue("  at most 300 MB of memory when idle", bytes <= idleBytesMax, `${(bytes / 1e6).toFixed(0)} MB`);
  expectTrue("  user 1000", /^Uid:\s+1000\s+1000\s/m.test(status));
  const tryWrite = "try { fs.writeFileSync('/app/x', ''); } catch ({ code }) { console.log(code); }";
  expectTrue("  its root is read-only", podman("exec", name, "node", "-e", tryWrite) === "EROFS");
  expectTrue("  no npm", podman("exec", name, "sh", "-c", "command -v npm npx || echo none") === "none");
  podman("healthcheck", "run", name);
  expectTrue("  links lead to its own address", await linksToOwnSite(origin, name));
  const { status: stored } = await createClient(origin).post("/api/leads/evaluate", evaluation());
  for (let tries = 0; tries < 100 && mailServer.listDeliveries().length < 2; tries++) await sleep(100);
  expectTrue(
    "  a submission is stored, and its two mails sent",
    stored === 201 && mailServer.listDeliveries().length === 2,
  );
  const invited = podman("exec", name, "node", "scripts/operator.ts", "create", `${name}@desk.example`);
  // Ignore the exit code: the doctor exits with 1, because the made-up site URL does not respond.
  const findings = podman("exec", name, "sh", "-c", "node scripts/doctor.ts || true");
  expectTrue("  doctor looks at it", findings.includes("ok    migrations: all applied"), findings);
  expectTrue("  its commands run", invited.includes(`https://${name}.example/admin/invitation/`));
}

async function linksToOwnSite(origin: string, name: string): Promise<boolean> {
  for (const page of ["/en", "/es", "/en/evaluation", "/en/privacy", "/en/catalog"]) {
    const html = await (await fetch(origin + page)).text();
    const links = html.match(/<link rel="(?:canonical|alternate)"[^>]* href="https?:[^"]*"/g) ?? [];
    if (!links.length || !links.every((link) => link.includes(`href="https://${name}.example`))) return false;
    if (!html.includes(`Site ${name}`)) return false;
  }
  return true;
}
