import { expect, test } from "vitest";
import { identifyAssistant } from "./identify-assistant.ts";

const chatGpt = { assistantHost: "ChatGPT", hostEvidence: "egress" };
const host = { name: "ChatGPT", evidence: "egress" };

test.each([
  ["ChatGPT", chatGpt, { host, isHostName: true, imitatedName: null }],
  [" chat gpt", chatGpt, { host, isHostName: true, imitatedName: null }],
  ["Claude", chatGpt, { host, isHostName: false, imitatedName: null }],
  ["СhatGPT", chatGpt, { host, isHostName: false, imitatedName: "ChatGPT" }],
  [null, chatGpt, { host, isHostName: false, imitatedName: null }],
  ["ChatGPT", { assistantHost: null, hostEvidence: "none" }, { host: null, isHostName: false, imitatedName: null }],
  ["ChatGPT", { assistantHost: null, hostEvidence: null }, { host: null, isHostName: false, imitatedName: null }],
])("identifies the claim %j beside %j", (agentName, row, identity) => {
  expect(identifyAssistant({ agentName, ...row })).toEqual(identity);
});
