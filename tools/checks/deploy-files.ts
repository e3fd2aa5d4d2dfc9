// Checks the files of deploy/ for alerts, compose and proxies, and runs the proxies in front of two fake instances.
import { once } from "node:events";
import fs from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../../scripts/processes.ts";
import { launchProgram } from "../processes.ts";
import { addCleanUp, expectTrue, makeFolder } from "../run-check.ts";
import { root, run, secrets } from "./deploy-tools.ts";

type Instance = { port: number; posts: number };

export async function checkFiles(): Promise<void> {
  const folder = await makeFolder("files");
  const key = ["-newkey", "rsa:2048", "-nodes", "-subj", "/CN=encaje.example", "-days", "1"];
  run("openssl", ["req", "-x509", ...key, "-keyout", `${folder}/key.pem`, "-out", `${folder}/fullchain.pem`]);
  const pems = ["fullchain", "key"].map((name) => fs.readFileSync(`${folder}/${name}.pem`));
  fs.writeFileSync(path.join(folder, "site.pem"), pems.join(""));
  const site = { SITE_URL: "https://one.example", CONTACT_EMAIL: "team@one.example" };
  const compose = ["-f", "deploy/compose.yaml", "config", "-q"];
  for (const [command, file] of [
    ["check", "deploy/alerts.yml"],
    ["test", "deploy/alerts.test.yml"],
  ] as const) {
    expectTrue(`promtool ${command} ${file}`, run("promtool", [command, "rules", file]).includes("SUCCESS"));
  }
  expectTrue(`docker-compose ${compose.join(" ")}`, run("docker-compose", compose, { ...secrets, ...site }) === "");
  const instances = [await startInstance("former"), await startInstance("new")];
  await checkProxy("haproxy.cfg", folder, instances, (file) => ["haproxy", ["-db", "-f", file]]);
  const global = `pid ${folder}/nginx.pid; daemon off; error_log stderr;`;
  await checkProxy("nginx.conf", folder, instances, (file) => ["nginx", ["-c", file, "-g", global]]);
}

/** Starts a fake app instance that breaks off every POST. `build` names a script that only this instance serves. */
async function startInstance(build: string): Promise<Instance> {
  const instance: Instance = { port: 0, posts: 0 };
  const known = ["/api/readyz", `/_next/static/chunks/${build}.js`];
  const server = createServer((incoming, response) => {
    if (incoming.url === "/api/catalog") {
      const head = { "content-type": "application/json; charset=utf-8", etag: '"one"' };
      return void response.writeHead(200, head).end(JSON.stringify(Array(200).fill("entry")));
    }
    if (incoming.method !== "POST")
      return void response.writeHead(known.includes(incoming.url ?? "") ? 200 : 404).end();
    instance.posts++;
    incoming.socket.destroy();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  await addCleanUp(() => {
    server.close();
    server.closeAllConnections();
  });
  instance.port = (server.address() as AddressInfo).port;
  return instance;
}

async function checkProxy(
  name: string,
  folder: string,
  instances: Instance[],
  toCommand: (file: string) => [program: string, args: string[]],
): Promise<void> {
  const [plain, secure] = [await findFreePort(), await findFreePort()];
  const [first, second] = instances.map(({ port }) => `127.0.0.1:${port}`);
  const file = path.join(folder, name);
  const adapted = fs
    .readFileSync(path.join(root, "deploy", name), "utf8")
    .replaceAll("/etc/ssl/encaje", folder)
    .replaceAll("127.0.0.1:3000", first ?? "")
    .replaceAll("127.0.0.1:3001", second ?? "")
    .replace(/(bind |listen )(:?)80\b/, `$1$2${plain}`)
    .replace(/(bind |listen )(:?)443\b/, `$1$2${secure}`);
  fs.writeFileSync(file, adapted);
  const [program, args] = toCommand(file);
  const proxy = launchProgram(program, args, "", {});
  await addCleanUp(() => proxy.stop());
  const send = async (path: string, method = "GET") => (await sendRequest(secure, path, method)).statusCode ?? 0;
  for (let tries = 0; tries < 100 && (await send("/api/readyz").catch(() => 0)) !== 200; tries++) await sleep(50);
  expectTrue(`${program} runs with deploy/${name}`, (await send("/api/readyz").catch(() => 0)) === 200, proxy.output());

  const { "content-encoding": encoding, etag } = (await sendRequest(secure, "/api/catalog", "GET")).headers;
  expectTrue(
    "  the catalog is compressed, with a weak ETag",
    `${encoding} ${etag}` === 'gzip W/"one"',
    `${encoding} ${etag}`,
  );
  const statuses = new Map<string, Set<number>>();
  for (let at = 0; at < 20; at++) {
    for (const build of ["former", "new", "neither"]) {
      const status = await send(`/_next/static/chunks/${build}.js`);
      statuses.set(build, (statuses.get(build) ?? new Set()).add(status));
    }
  }
  const found = [...statuses].map(([build, each]) => `${build} ${[...each].join("/")}`).join(", ");
  expectTrue("  scripts of both builds are found", found === "former 200, new 200, neither 404", found);
  const before = instances.reduce((sum, { posts }) => sum + posts, 0);
  const refused = await send("/api/leads/contact", "POST");
  const posts = instances.reduce((sum, { posts }) => sum + posts, 0) - before;
  expectTrue(
    "  a submission that is broken off is not sent again",
    posts === 1 && refused === 502,
    `${posts}, ${refused}`,
  );
  await proxy.stop();
}

async function sendRequest(port: number, path: string, method: string): Promise<IncomingMessage> {
  const headers = { "accept-encoding": "gzip" };
  const outgoing = request({ host: "127.0.0.1", port, path, method, headers, rejectUnauthorized: false, agent: false });
  outgoing.end();
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  await text(response);
  return response;
}
