// What the mails of submissions cost: an app that sends them itself beside one that leaves them to a worker, under the
// same evaluations. The mail server is a real one, on loopback, which throws away what it takes.
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { buildIfNeeded } from "../scripts/build.ts";
import { measurePair, reportPair } from "./pair.ts";
import { evaluateRequests } from "./paths.ts";
import { isFlawless } from "./print-table.ts";
import type { Stage } from "./stage.ts";

type Length = { rounds: number; seconds: number };

/** Returns whether every request was answered with success. */
export async function evaluateWithMail(stage: Stage, { rounds, seconds }: Length): Promise<boolean> {
  buildIfNeeded();
  const sink = await openSink();
  const urls = { ours: await stage.createDatabase("sending"), other: await stage.createDatabase("leaving") };
  const servers = {
    other: await stage.startApp("leaving", urls.other),
    ours: await stage.startApp("sending", urls.ours, { MAIL_WORKER: "app", SMTP_URL: sink.url }),
  };
  const load = { postgresPid: stage.postgresPid, requests: evaluateRequests, rounds, seconds };
  const measures = await measurePair(servers, load);
  reportPair("evaluate while mails are sent", { ours: "sends mails", other: "leaves them" }, measures);
  const submissions = await countOf(stage, urls.ours, "SELECT count(*)::int AS count FROM leads");
  console.log(`  ${submissions} submissions, ${sink.taken()} mails sent meanwhile`);
  await sink.close();
  return isFlawless([...measures.ours, ...measures.other]);
}

async function countOf(stage: Stage, url: string, query: string): Promise<number> {
  return stage.onDatabase(url, async (client) => (await client.query<{ count: number }>(query)).rows[0]?.count ?? 0);
}

async function openSink() {
  let taken = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onData: (stream, _session, callback) => {
      stream.resume();
      stream.on("end", () => {
        taken++;
        callback();
      });
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    taken: () => taken,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
