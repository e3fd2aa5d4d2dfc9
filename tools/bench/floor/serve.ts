// Serves the floor, an empty Next app, like scripts/serve.ts serves the app.
import { createServer } from "node:http";
import next from "next";

const port = Number(process.env.PORT);
const hostname = "127.0.0.1";

process.on("SIGTERM", () => process.exit(0));
process.on("SIGINT", () => process.exit(0));
process.on("disconnect", () => process.exit(0));

const server = createServer({ requestTimeout: 30_000, keepAliveTimeout: 65_000 });
const app = next({ dev: false, dir: import.meta.dirname, hostname, port, httpServer: server });
await app.prepare();
const handler = app.getRequestHandler();
server.on("request", (request, response) => void handler(request, response));
server.listen(port, hostname, () => console.log("The floor is ready at its port"));
