// `npm run test:deploy`: the image, built by deploy/Containerfile from Debian's packages alone, serves two sites read-only
// and as user 1000; the files for proxies and compose are valid. Needs root.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { writeArtefact } from "../artefact.ts";
import { freePort } from "../processes.ts";
import { atEnd, makeFolder, runCheck } from "../run-check.ts";
import { startTestDatabase } from "../test-database.ts";
import { requirePrograms } from "./haproxy.ts";

const imageBytesMax = 320e6;
const idleBytesMax = 300e6;
const root = path.join(import.meta.dirname, "..", "..");
/** Of `npm run test:deploy -- --part image`. */
const { values } = parseArgs({ options: { part: { type: "string" } } });
const secrets = { AUTH_SECRET: "x".repeat(32), POSTGRES_PASSWORD: "secret" };

let isPassed = true;
function expectTrue(claim: string, isTrue: boolean, details = ""): void {
  console.log(`${isTrue ? "ok    " : "FAILED"} ${claim}${details && `: ${details}`}`);
  isPassed &&= isTrue;
}

/** @returns what it printed */
function run(program: string, args: string[], env: Record<string, string> = {}): string {
  const options = { cwd: root, encoding: "utf8", env: { ...process.env, ...env }, maxBuffer: 1e8 } as const;
  return execFileSync(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] }).trim();
}

/** A Debian without package manager, documentation and translations, with what Node needs. */
function makeDebian(target: string): void {
  const texts = ["doc", "man", "locale", "info"].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);
  const clean = '--customize-hook=rm -rf "$1"/var/lib/apt/lists/* "$1"/var/cache/apt/*';
  run("mmdebstrap", ["--variant=essential", "--include=libstdc++6", ...texts, clean, "bookworm", target]);
}

async function checkImage(): Promise<void> {
  const folder = await makeFolder("image");
  const storage = [`--root=${folder}/storage`, `--runroot=${folder}/run`, "--storage-driver=vfs"];
  const buildah = (...args: string[]) => run("buildah", [...storage, ...args], { BUILDAH_ISOLATION: "chroot" });
  const podman = (...args: string[]) => run("podman", [...storage, "--runtime=runc", ...args]);
  const debian = path.join(folder, "debian.tar");
  makeDebian(debian);
  const container = buildah("from", "scratch");
  buildah("add", "-q", container, debian, "/");
  buildah("commit", "-q", container, "localhost/debian");
  buildah("copy", "-q", container, fs.realpathSync(process.execPath), "/usr/local/bin/node");
  buildah("commit", "-q", container, "localhost/node");
  const bases = ["--build-arg=BASE=localhost/node", "--build-arg=RUN_BASE=localhost/debian"];
  buildah("bud", "--format=docker", "-f", "deploy/Containerfile", ...bases, "-t", "localhost/encaje", ".");
  const bytes = Number(podman("image", "inspect", "localhost/encaje", "--format={{.Size}}"));
  expectTrue("the image has at most 320 MB", bytes <= imageBytesMax, `${(bytes / 1e6).toFixed(0)} MB`);

  const database = await startTestDatabase();
  await atEnd(database.close);
  const { url } = database;
  for (const name of ["one", "two"]) {
    await atEnd(() => podman("rm", "--force", "--time=10", name));
    await checkContainer(podman, name, url);
  }
  for (const name of ["one", "two"]) {
    const stoppedAt = performance.now();
    podman("stop", name);
    const seconds = (performance.now() - stoppedAt) / 1000;
    const code = podman("inspect", name, "--format={{.State.ExitCode}}");
    expectTrue(`${name} ends in order within 5 s`, code === "0" && seconds < 5, `${seconds.toFixed(2)} s`);
  }
}

async function checkContainer(podman: (...args: string[]) => string, name: string, url: string): Promise<void> {
  const port = String(await freePort());
  const settings = {
    ...secrets,
    DATABASE_URL: url,
    HOST: "127.0.0.1",
    PORT: port,
    SITE_URL: `https://${name}.example`,
  };
  const env = Object.entries({ ...settings, SITE_NAME: `Site ${name}` }).map(([key, value]) => `--env=${key}=${value}`);
  const limits = [
    "--ulimit=nofile=1024:1024",
    "--ulimit=nproc=1024:1024",
    "--network=host",
    "--health-interval=disable",
  ];
  const startedAt = performance.now();
  podman("run", "--detach", `--name=${name}`, "--read-only", "--tmpfs=/tmp", ...limits, ...env, "localhost/encaje");
  const isUp = await waitUntilReady(`http://127.0.0.1:${port}`);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  expectTrue(`${name} is ready`, isUp, isUp ? `${seconds} s` : podman("logs", name));
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
  const invited = podman("exec", name, "node", "scripts/operator.ts", "create", `${name}@desk.example`);
  expectTrue("  its commands run", invited.includes(`https://${name}.example/admin/invitation/`));
  expectTrue("  links lead to its own address", await hasOwnLinks(`http://127.0.0.1:${port}`, name));
}

async function waitUntilReady(origin: string): Promise<boolean> {
  for (let tries = 0; tries < 300; tries++) {
    const isReady = await fetch(`${origin}/api/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return true;
    await sleep(100);
  }
  return false;
}

async function hasOwnLinks(origin: string, name: string): Promise<boolean> {
  for (const page of ["/en", "/es", "/en/evaluation", "/en/privacy", "/en/catalog"]) {
    const html = await (await fetch(origin + page)).text();
    const links = html.match(/<link rel="(?:canonical|alternate)"[^>]* href="https?:[^"]*"/g) ?? [];
    if (!links.length || !links.every((link) => link.includes(`href="https://${name}.example`))) return false;
    if (!html.includes(`Site ${name}`)) return false;
  }
  return true;
}

async function checkFiles(): Promise<void> {
  const folder = await makeFolder("files");
  const certificate = path.join(folder, "site.pem");
  const key = ["-newkey", "rsa:2048", "-nodes", "-subj", "/CN=encaje.example", "-days", "1"];
  run("openssl", ["req", "-x509", ...key, "-keyout", `${folder}/key.pem`, "-out", `${folder}/fullchain.pem`]);
  fs.writeFileSync(certificate, ["fullchain", "key"].map((name) => fs.readFileSync(`${folder}/${name}.pem`)).join(""));
  const adapt = (name: string) => {
    const file = path.join(folder, name);
    const text = fs.readFileSync(path.join(root, "deploy", name), "utf8");
    fs.writeFileSync(file, text.replaceAll("/etc/ssl/encaje", folder));
    return file;
  };
  const programs: [string, string[]][] = [
    ["nginx", ["-t", "-c", adapt("nginx.conf"), "-g", `pid ${folder}/nginx.pid;`]],
    ["haproxy", ["-c", "-f", adapt("haproxy.cfg")]],
    ["docker-compose", ["-f", "deploy/compose.yaml", "config", "-q"]],
  ];
  const site = { SITE_URL: "https://one.example", CONTACT_EMAIL: "team@one.example" };
  for (const [program, args] of programs) {
    try {
      run(program, args, { ...secrets, ...site });
      expectTrue(`${program} ${args.join(" ")}`, true);
    } catch (error) {
      expectTrue(`${program} ${args.join(" ")}`, false, String(error));
    }
  }
}

requirePrograms(
  {
    mmdebstrap: ["--version"],
    buildah: ["--version"],
    podman: ["--version"],
    runc: ["--version"],
    nginx: ["-v"],
    haproxy: ["-v"],
    "docker-compose": ["version"],
  },
  "on Debian, apt-get install mmdebstrap buildah podman runc nginx haproxy docker-compose.",
);
const parts: Record<string, () => Promise<void>> = { files: checkFiles, image: checkImage };
await runCheck(
  async () => {
    if (values.part !== "files") await writeArtefact(path.join(root, ".next", "artefact"));
    for (const [name, part] of Object.entries(parts)) if (!values.part || values.part === name) await part();
    return isPassed;
  },
  { minutes: 15 },
);
