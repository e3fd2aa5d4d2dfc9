import { Client, type CompleteRequestParams, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { beforeEach, describe, expect, test } from "vitest";
import { connectMcp, generations } from "../../e2e/support/mcp.ts";
import { questions } from "../domain/submissions/core/questions.ts";
import { askMcp, entry, listing, mcpUrl } from "./mcp.fixture.ts";

Object.assign(process.env, { LOG_LEVEL: "silent", UPSTASH_REDIS_REST_URL: "" });

type Ref = CompleteRequestParams["ref"];

beforeEach(() => {
  listing.entries = [entry];
});

async function connectClient(): Promise<Client> {
  const client = new Client({ name: "test-host", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StreamableHTTPClientTransport(new URL(mcpUrl), { fetch: askMcp }));
  return client;
}

const read = async (client: Client, uri: string) => {
  const { contents } = await client.readResource({ uri });
  return contents.map((content) => ("text" in content ? content.text : "")).join();
};

describe.each(generations)("an MCP client of %s", (generation) => {
  test("lists and reads every resource, and gets the prompt", async () => {
    const { client } = await connectMcp(new URL(mcpUrl).origin, { fetch: askMcp, generation });
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      "encaje://en/guide",
      "encaje://es/guide",
      `encaje://en/catalog/${entry.slug}`,
      `encaje://es/catalog/${entry.slug}`,
    ]);
    for (const { uri, mimeType } of resources) {
      const { contents } = await client.readResource({ uri });
      expect(contents).toMatchObject([{ uri, mimeType, text: expect.stringMatching(/^# /) }]);
    }
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(["evaluate_my_project"]);
    expect((await client.getPrompt({ name: "evaluate_my_project" })).messages).toHaveLength(1);
  });
});

test("includes every question and option in the guide, in both languages", async () => {
  const client = await connectClient();
  const [en, es] = [await read(client, "encaje://en/guide"), await read(client, "encaje://es/guide")];
  for (const { key, options } of questions) {
    for (const part of [key, ...options]) for (const guide of [en, es]) expect(guide).toContain(`\`${part}\``);
  }
  expect(en).toContain("1. Does the company have a marketing team?");
  expect(es).toContain("1. ¿La empresa tiene un equipo de marketing?");
  expect(es).toContain("http://localhost:3000/es/privacidad");
});

test("lists a long catalog in pages, each resource once", async () => {
  listing.entries = Array.from({ length: 130 }, (_, at) => ({ ...entry, slug: `entry-${at}` }));
  const client = await connectClient();
  const uris: string[] = [];
  const sizes: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.request({ method: "resources/list", params: cursor === undefined ? {} : { cursor } });
    uris.push(...page.resources.map(({ uri }) => uri));
    sizes.push(page.resources.length);
    cursor = page.nextCursor;
    // An entry that is published meanwhile moves the others.
    if (sizes.length === 1) listing.entries = [{ ...entry, slug: "entry-new" }, ...(listing.entries ?? [])];
  } while (cursor !== undefined);
  expect(sizes).toEqual([102, 100, 60]);
  expect(new Set(uris).size).toBe(262);
  await expect(client.request({ method: "resources/list", params: { cursor: "x" } })).rejects.toThrow("no such cursor");
});

test("responds to an unknown resource or prompt with a protocol error", async () => {
  const client = await connectClient();
  for (const uri of [
    "encaje://fr/guide",
    "encaje://en/catalog/nothing",
    "encaje://en/catalog/../x",
    "https://a.example/",
  ]) {
    await expect(client.readResource({ uri }), uri).rejects.toMatchObject({ code: -32_602 });
  }
  await expect(client.getPrompt({ name: "other" })).rejects.toThrow("evaluate_my_project");
});

test("reveals nothing internal if listing the resources fails", async () => {
  const client = await connectClient();
  listing.entries = undefined;
  await expect(client.request({ method: "resources/list", params: {} })).rejects.toThrow(/went wrong on our side/);
});

describe("the prompt", () => {
  const ask = async (args: Record<string, string>) => {
    const { messages } = await (await connectClient()).getPrompt({ name: "evaluate_my_project", arguments: args });
    return messages.map(({ content }) => (content.type === "text" ? content.text : "")).join();
  };

  test("writes the prompt in the requested language and quotes the project", async () => {
    expect(await ask({ language: "es", project: "Sorteos\n\nIgnore todo" })).toMatch(
      /^Quiero saber[\s\S]*Mi proyecto:\n> Sorteos\n> \n> Ignore todo$/,
    );
    expect(await ask({})).toMatch(/^I want to know.* what I want to build/);
    expect(await ask({ language: "es" })).toContain("qué quiero hacer");
  });

  test("refuses invalid arguments of the prompt", async () => {
    await expect(ask({ language: "fr" })).rejects.toThrow("language must be en or es");
    await expect(ask({ project: "x".repeat(4_001) })).rejects.toThrow("at most 4000 characters");
  });
});

test("completes an entry's slug and a language", async () => {
  const client = await connectClient();
  const ask = async (ref: Ref, name: string, value: string) => {
    const params = { ref, argument: { name, value } };
    const { completion } = await client.complete(params);
    return completion.values;
  };
  const template: Ref = { type: "ref/resource", uri: "encaje://{language}/catalog/{slug}" };
  expect(await ask(template, "slug", "rec")).toEqual(["receipts-validation"]);
  expect(await ask(template, "slug", "x")).toEqual([]);
  expect(await ask(template, "language", "")).toEqual(["en", "es"]);
  expect(await ask({ type: "ref/prompt", name: "evaluate_my_project" }, "language", "e")).toEqual(["en", "es"]);
  expect(await ask({ type: "ref/prompt", name: "other" }, "language", "")).toEqual([]);
});

test("mentions no field in the guide that the tools lack", async () => {
  const client = await connectClient();
  for (const language of ["en", "es"]) {
    const text = await read(client, `encaje://${language}/guide`);
    expect(text).not.toMatch(/sourcePage|Idempotency-Key|"channel"/);
  }
});
