// A mail server in a separate process, with the arguments PORT FILE DELAY MAX. It writes each mail to disk as a line of
// FILE, and accepts the mail DELAY milliseconds later, so that a kill at any moment loses no accepted mail. After MAX
// mails it keeps senders waiting.
import fs from "node:fs";
import { SMTPServer } from "smtp-server";

const [port = "", file = "", delay = "0", max = "Infinity"] = process.argv.slice(2);
let left = Number(max);
const disk = fs.openSync(file, "a");
// End the line that an earlier, killed process may have left unfinished.
fs.writeSync(disk, "\n");

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  logger: false,
  onData: (stream, session, callback) => {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", () => {
      if (left-- <= 0) return;
      const to = session.envelope.rcptTo.map(({ address }) => address);
      const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : "";
      fs.writeSync(disk, `${JSON.stringify({ from, to, raw: Buffer.concat(chunks).toString("base64") })}\n`);
      fs.fsyncSync(disk);
      setTimeout(callback, Number(delay));
    });
  },
});
// Ignore errors of connections, which a killed sender breaks.
server.on("error", () => undefined);
server.listen(Number(port), "127.0.0.1", () => console.log("The mail server takes mails."));
