import { expect, test } from "vitest";
import { findAssistantHost } from "./find-assistant-host.ts";

Object.assign(process.env, { ASSISTANT_RANGES: "Claude=160.79.104.0/21,Other One=2001:db8:1::/48" });

test.each([
  ["160.79.104.0", "Claude"],
  ["160.79.111.255", "Claude"],
  ["160.79.103.255", undefined],
  ["160.79.112.0", undefined],
  ["2001:db8:1:2::/64", "Other One"],
  ["2001:db8:2:2::/64", undefined],
  ["unknown", undefined],
  ["", undefined],
])("identifies the host of the address %s as %s", (clientIp, host) => {
  expect(findAssistantHost(clientIp, null)).toEqual(host && { name: host, evidence: "egress" });
});

test("identifies a host by its certificate, whatever the address", () => {
  for (const [clientIp, name] of [
    ["192.0.2.1", "mtls.prod.connectors.openai.com"],
    ["160.79.104.1", " MTLS.prod.connectors.openai.com "],
  ] as const) {
    expect(findAssistantHost(clientIp, name)).toEqual({ name: "ChatGPT", evidence: "mtls" });
  }
});

test("identifies no host by any other certificate", () => {
  for (const name of [
    "",
    "openai.com",
    "mtls.prod.connectors.openai.com.example",
    "x, mtls.prod.connectors.openai.com",
  ]) {
    expect(findAssistantHost("192.0.2.1", name)).toBeUndefined();
  }
});
