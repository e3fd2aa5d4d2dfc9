import { createSign, generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import type { RequestListener } from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import tls from "node:tls";

function encodeDer(tag: number, ...contents: Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...contents: Uint8Array[]) => encodeDer(0x30, ...contents);
const oid = (hex: string) => encodeDer(0x06, Buffer.from(hex, "hex"));
const encodeTime = (text: string) => encodeDer(0x17, Buffer.from(text));

/** Creates a self-signed certificate for `name`, and its key. */
export function createCertificate(name: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const algorithm = sequence(oid("2a8648ce3d040302"));
  const subject = sequence(encodeDer(0x31, sequence(oid("550403"), encodeDer(0x0c, Buffer.from(name)))));
  const alternative = sequence(oid("551d11"), encodeDer(0x04, sequence(encodeDer(0x82, Buffer.from(name)))));
  const authority = sequence(oid("551d13"), encodeDer(0x04, sequence(encodeDer(0x01, Buffer.from([0xff])))));
  const body = sequence(
    encodeDer(0xa0, encodeDer(0x02, Buffer.from([2]))),
    encodeDer(0x02, Buffer.from([1])),
    algorithm,
    subject,
    sequence(encodeTime("250101000000Z"), encodeTime("491231235959Z")),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
    encodeDer(0xa3, sequence(alternative, authority)),
  );
  const signature = createSign("sha256").update(body).sign(privateKey);
  const whole = sequence(body, algorithm, encodeDer(0x03, Buffer.from([0]), signature)).toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.match(/.{1,64}/g)?.join("\n")}\n-----END CERTIFICATE-----\n`,
  };
}

/** Starts an https server on loopback, with a certificate for `name` that this process trusts. */
export async function startHttpsServer(name: string, listener: RequestListener) {
  const pair = createCertificate(name);
  const trusted = tls.getCACertificates("default");
  tls.setDefaultCACertificates([...trusted, pair.cert]);
  const server = https.createServer(pair, listener);
  let connections = 0;
  server.on("connection", () => connections++);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
      // The next server with this host name has a new certificate.
      tls.setDefaultCACertificates(trusted);
    },
  };
}
