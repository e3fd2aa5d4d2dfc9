import path from "node:path";
import { freePort } from "../../scripts/free-port.ts";
import { type Running, startScript } from "./script.ts";

export type App = Running & {
  /** Origin, without a trailing slash. */
  url: string;
};

/** Starts the built app as `npm start` does and waits until it is ready. It sends no mail and ends without delay, unless `env` says so. */
export async function startApp(env: Record<string, string>): Promise<App> {
  const port = env.PORT ?? String(await freePort());
  const app = await startScript(path.join("scripts", "serve.ts"), " is ready at ", {
    MAIL_WORKER: "separate",
    SHUTDOWN_DELAY_SECONDS: "0",
    PORT: port,
    ...env,
  });
  return { url: `http://127.0.0.1:${port}`, ...app };
}
