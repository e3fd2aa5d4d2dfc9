import { type KeyObject, randomBytes } from "node:crypto";
import { createSigner, httpbis } from "http-message-signatures";

const at = (seconds: number) => new Date(Date.now() + seconds * 1000);

export type Signing = {
  key: { privateKey: KeyObject; keyId: string };
  agent: string;
  url?: string;
  fields?: string[];
  params?: string[];
  tag?: string;
  nonce?: string;
  keyid?: string;
  alg?: string;
  /** The value of a signature parameter that no specification defines. */
  extra?: string;
  /** Seconds from now. */
  created?: number;
  expires?: number;
};

/** Signs a POST like ChatGPT's agent does. @returns the headers */
export async function signRequest({ key, agent, ...given }: Signing): Promise<Record<string, string>> {
  const { url = "http://localhost:3000/api/leads/contact", created = 0, expires = 3_600 } = given;
  const { privateKey, keyId } = key;
  const signed = await httpbis.signMessage(
    {
      key: createSigner(privateKey, "ed25519"),
      name: "sig1",
      fields: given.fields ?? ["@authority", "@method", "@path", "signature-agent"],
      params: given.params ?? ["created", "keyid", "alg", "expires", "nonce", "tag", "extra"],
      paramValues: {
        created: at(created),
        expires: at(expires),
        keyid: given.keyid ?? keyId,
        tag: given.tag ?? "web-bot-auth",
        alg: given.alg ?? "ed25519",
        ...(given.extra ? { extra: given.extra } : {}),
        nonce: given.nonce ?? randomBytes(48).toString("base64url"),
      },
    },
    { method: "POST", url, headers: { "signature-agent": agent } },
  );
  return Object.fromEntries(Object.entries(signed.headers).map(([name, value]) => [name.toLowerCase(), `${value}`]));
}
