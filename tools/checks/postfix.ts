// `npm run check -- postfix`: sends mails to Debian's Postfix on loopback, with STARTTLS and with implicit TLS, under a
// self-signed certificate. Postfix delivers into a folder and cannot relay mail.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient, inquiry, randomEmail } from "../../e2e/support/test.ts";
import { freePort } from "../../scripts/processes.ts";
import { atEnd, runCheck } from "../run-check.ts";
import { MailStage } from "./mail-stage.ts";

const waitingSeconds = 30;

await runCheck(() => check(new MailStage()));

async function check(stage: MailStage): Promise<boolean> {
  const [starttls, implicit] = [await freePort(), await freePort()];
  const { mails, log } = await startPostfix(stage, starttls, implicit);
  const { url } = await stage.startApp();
  for (const smtpUrl of [
    `smtp://127.0.0.1:${starttls}`,
    `smtp://localhost:${starttls}`,
    `smtps://127.0.0.1:${implicit}`,
  ]) {
    const worker = await stage.startWorker(smtpUrl);
    const before = listFiles(mails).length;
    const { status } = await createClient(url).post("/api/leads/contact", inquiry({ email: randomEmail() }));
    if (status !== 201) throw new Error(`The inquiry was answered with ${status}`);
    const startedAt = performance.now();
    const seconds = () => (performance.now() - startedAt) / 1_000;
    while (listFiles(mails).length < before + 2 && seconds() < waitingSeconds) await sleep(50);
    const count = listFiles(mails).length - before;
    console.log(`${smtpUrl}: ${count} of 2 mails after ${seconds().toFixed(1)} s`);
    await worker.stop();
    if (count < 2) {
      console.error(`${worker.output()}\n${fs.readFileSync(log, "utf8")}`);
      return false;
    }
  }
  const [first = ""] = listFiles(mails).map((file) => fs.readFileSync(path.join(mails, file), "utf8"));
  console.log(/^Received: [\s\S]*?\n(?=\S)/m.exec(first)?.[0].trimEnd());
  return true;
}

type Postfix = { mails: string; log: string };

async function startPostfix(stage: MailStage, starttls: number, implicit: number): Promise<Postfix> {
  const folder = path.join(stage.folder, "postfix");
  const makeFolder = (name: string) => {
    const place = path.join(folder, name);
    fs.mkdirSync(place, { recursive: true, mode: 0o755 });
    return place;
  };
  const [queue, data, config, base] = [
    makeFolder("queue"),
    makeFolder("data"),
    makeFolder("config"),
    makeFolder("mails"),
  ];
  const owner = { uid: readId("-u"), gid: readId("-g") };
  for (const place of [data, base]) fs.chownSync(place, owner.uid, owner.gid);
  const certificate = path.join(folder, "certificate.pem");
  const key = path.join(folder, "key.pem");
  run(
    "openssl",
    "req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=localhost".split(" "),
    "-keyout",
    key,
    "-out",
    certificate,
  );
  const log = path.join(folder, "postfix.log");
  const main = {
    compatibility_level: "3.6",
    myhostname: "postfix.example",
    queue_directory: queue,
    data_directory: data,
    maillog_file: log,
    maillog_file_prefixes: folder,
    inet_interfaces: "loopback-only",
    inet_protocols: "ipv4",
    mynetworks: "127.0.0.0/8",
    smtpd_relay_restrictions: "permit_mynetworks, reject",
    // TLS as in Debian's default configuration.
    smtpd_tls_security_level: "may",
    smtpd_tls_cert_file: certificate,
    smtpd_tls_key_file: key,
    smtpd_tls_received_header: "yes",
    // Deliver every mail into one folder, whatever its recipient.
    mydestination: "",
    alias_maps: "",
    local_recipient_maps: "",
    default_transport: "virtual",
    virtual_mailbox_base: base,
    virtual_mailbox_maps: "static:all/",
    virtual_uid_maps: `static:${owner.uid}`,
    virtual_gid_maps: `static:${owner.gid}`,
    virtual_minimum_uid: "1",
  };
  const services = [
    `127.0.0.1:${starttls} inet n - n - - smtpd`,
    `127.0.0.1:${implicit} inet n - n - - smtpd -o smtpd_tls_wrappermode=yes`,
    ...["cleanup unix n - n - 0 cleanup", "qmgr unix n - n 300 1 qmgr", "tlsmgr unix - - n 1000? 1 tlsmgr"],
    ...["rewrite unix - - n - - trivial-rewrite", "bounce unix - - n - 0 bounce", "defer unix - - n - 0 bounce"],
    ...["proxymap unix - - n - - proxymap", "anvil unix - - n - 1 anvil", "virtual unix - n n - - virtual"],
    "postlog unix-dgram n - n - 1 postlogd",
  ];
  fs.writeFileSync(
    path.join(config, "main.cf"),
    joinLines(Object.entries(main).map(([name, value]) => `${name} = ${value}`)),
  );
  fs.writeFileSync(path.join(config, "master.cf"), joinLines(services));
  run("postfix", ["-c", config, "start"]);
  await atEnd(() => run("postfix", ["-c", config, "stop"]));
  return { mails: path.join(base, "all", "new"), log };
}

function joinLines(all: string[]): string {
  return `${all.join("\n")}\n`;
}

function readId(flag: string): number {
  return Number(run("id", [flag, "postfix"]));
}

function run(program: string, args: string[], ...more: string[]): string {
  try {
    return execFileSync(program, [...args, ...more], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (cause) {
    const told = cause instanceof Error && "stderr" in cause ? cause.stderr : "";
    const hint = "This check needs root and Debian's packages postfix and openssl: apt-get install postfix openssl";
    throw new Error(`${hint}\n${program}: ${told}`, { cause });
  }
}

function listFiles(folder: string): string[] {
  return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
}
