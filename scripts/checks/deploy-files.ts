// The files of deploy/ for compose and proxies are valid.
import fs from "node:fs";
import path from "node:path";
import { makeFolder } from "../run-check.ts";
import { expectTrue, root, run, secrets } from "./deploy-tools.ts";

export async function checkFiles(): Promise<void> {
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
