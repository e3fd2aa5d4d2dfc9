import { once } from "node:events";
import type { Server } from "node:http";

/** @throws Error which says how to change `variable` or HOST, if the server cannot listen there */
export async function listen(server: Server, port: number | undefined, host: string, variable = "PORT"): Promise<void> {
  server.listen(port, host);
  await once(server, "listening").catch((error: NodeJS.ErrnoException) => {
    const sentences: Record<string, string> = {
      EADDRINUSE: `${variable} ${port} is in use: choose another one.`,
      EACCES: `${variable} ${port} is not allowed to this user: choose one from 1024 on.`,
      EADDRNOTAVAIL: `HOST ${host} is not an address of this machine: set one of its own, or 0.0.0.0 for all.`,
      ENOTFOUND: `HOST ${host} is not an address: set an IP address of this machine, or 0.0.0.0 for all.`,
    };
    const sentence = sentences[error.code ?? ""];
    throw sentence === undefined ? error : new Error(sentence, { cause: error });
  });
}
