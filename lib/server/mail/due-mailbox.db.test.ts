import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { afterAll, expect, test, vi } from "vitest";
import { MailService } from "./mail-service.fixture.ts";
import { sendDueMails } from "./mail-worker.ts";

await MailService.start(process.env);

/** Mail server that stays silent for two seconds and then closes the connection. */
const server = net.createServer((socket) => {
  isReading = true;
  setTimeout(() => socket.destroy(), 2_000);
  socket.on("close", () => (isReading = false));
});
let isReading = false;
await once(server.listen(0, "127.0.0.1"), "listening");
process.env.IMAP_URL = `imap://ana:secret@127.0.0.1:${(server.address() as AddressInfo).port}/INBOX`;
afterAll(() => void server.close());

test.each([
  ["ends once the mailbox has been read", 30, false],
  ["reports that mails may remain when reading the mailbox takes too long", 1, true],
])("a run that reads the mailbox %s", async (_name, seconds, isMore) => {
  const sending = sendDueMails({ seconds });
  await vi.waitUntil(() => isReading, 10_000);
  expect(await sending).toEqual({ sent: 0, failed: 0, isMore });
  expect(isReading).toBe(false);
});
