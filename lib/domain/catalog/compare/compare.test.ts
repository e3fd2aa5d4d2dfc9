import { describe, expect, test } from "vitest";
import { isJsonObject } from "../../json.ts";
import { compare, formatChanges, makeApi, makeBody, query, text } from "./compare.fixture.ts";
import { versions } from "./versions.fixture.ts";

const json = (schema: unknown) => ({ "application/json": { schema } });
const body = (rest: object) => ({ requestBody: { content: json(text), ...rest } });
const form = (a: object) => {
  const schema = { properties: { a: { type: "array", items: text } } };
  return body({ content: { "multipart/form-data": { schema, encoding: { a } } } });
};
const header = (rest: object) => ({ parameters: [{ in: "header", schema: text, ...rest }] });
const answer = (responses: object) => ({ responses });
const ok = (rest: object = {}) => answer({ 200: { description: "A", content: json(text), ...rest } });
const secured = (security: unknown) => ({ security });
const schemes = {
  components: {
    securitySchemes: { key: { type: "apiKey", in: "header", name: "K" }, auth: { type: "http", scheme: "bearer" } },
  },
};

/** Operations before and after, and the changes found. */
const operations: [what: string, before: object, after: object, lines: string[]][] = [
  ["a required parameter added", {}, query({ required: true }), ["parameter-added-required breaking query.q q"]],
  ["an optional parameter added", {}, query(), ["parameter-added-optional other query.q q"]],
  ["a parameter removed", query(), {}, ["parameter-removed may_break query.q q"]],
  ["a parameter moved", query(), query({ in: "header" }), ["parameter-moved may_break query.q q"]],
  [
    "a required parameter moved",
    query({ required: true }),
    query({ required: true, in: "header" }),
    ["parameter-moved breaking query.q q"],
  ],
  [
    "a parameter removed after its sunset",
    query({ deprecated: true, "x-sunset": "2026-11-01" }),
    {},
    ["parameter-removed-deprecated other query.q q"],
  ],
  ["a parameter required", query(), query({ required: true }), ["parameter-required breaking query.q q"]],
  ["a parameter optional", query({ required: true }), query(), ["parameter-optional other query.q q"]],
  ["a parameter with another type", query(), query({ schema: { type: "integer" } }), ["type-changed breaking query.q"]],
  ["a parameter that takes any text", query({ schema: { type: "integer" } }), query(), ["type-changed other query.q"]],
  [
    "a list written in another way",
    query({ schema: { type: "array" } }),
    query({ schema: { type: "array" }, explode: false }),
    ["style-changed breaking query.q q"],
  ],
  [
    "a style that is always exploded",
    query({ schema: { type: "object" }, style: "deepObject" }),
    query({ schema: { type: "object" }, style: "deepObject", explode: true }),
    ["notation-changed other query.q style"],
  ],
  [
    "a default of a parameter",
    query({ schema: { ...text, default: "a" } }),
    query({ schema: { ...text, default: "b" } }),
    ["default-changed may_break query.q default"],
  ],
  ["a parameter deprecated", query(), query({ deprecated: true }), ["deprecated other query.q"]],
  [
    "a flag of a parameter",
    query(),
    query({ allowReserved: true }),
    ["keyword-changed may_break query.q allowReserved"],
  ],
  ["a body required from now on", {}, body({ required: true }), ["body-added-required breaking body"]],
  ["a body allowed from now on", {}, body({}), ["body-added-optional other body"]],
  ["a body removed", body({}), {}, ["body-removed breaking body"]],
  ["a body required", body({}), body({ required: true }), ["body-required breaking body"]],
  ["a body optional", body({ required: true }), body({}), ["body-optional other body"]],
  [
    "a media type of a body added",
    body({}),
    body({ content: { ...json(text), "text/plain": {} } }),
    ["media-type-added other body[text/plain] text/plain"],
  ],
  [
    "a media type of a body removed",
    body({ content: { ...json(text), "text/plain": {} } }),
    body({}),
    ["media-type-removed breaking body[text/plain] text/plain"],
  ],
  [
    "a media type of a body covered",
    body({ content: { "image/png": {} } }),
    body({ content: { "image/*": {} } }),
    ["media-type-covered other body[image/png] image/png"],
  ],
  [
    "two media types of a body covered by one range",
    body({ content: { "image/png": {}, "image/gif": {} } }),
    body({ content: { "image/*": {} } }),
    ["media-type-covered other body[image/gif] image/gif", "media-type-covered other body[image/png] image/png"],
  ],
  [
    "a media type of a body removed beside its range",
    body({ content: { "image/png": {}, "image/*": {} } }),
    body({ content: { "image/*": {} } }),
    ["media-type-covered other body[image/png] image/png"],
  ],
  [
    "a media type of a response removed",
    ok({ content: { ...json(text), "text/plain": {} } }),
    ok(),
    ["media-type-removed breaking 200.body[text/plain] text/plain"],
  ],
  ["a success removed", answer({ 200: {}, 201: {} }), answer({ 200: {} }), ["response-removed breaking 201 201"]],
  ["an error removed", answer({ 200: {}, 404: {} }), answer({ 200: {} }), ["response-removed other 404 404"]],
  ["a response added", answer({ 200: {} }), answer({ 200: {}, 404: {} }), ["response-added other 404 404"]],
  [
    "a response covered",
    answer({ 200: {} }),
    answer({ "2XX": {} }),
    ["response-covered may_break 200 200", "response-added other 2XX 2XX"],
  ],
  [
    "an error covered by its range",
    answer({ 200: {}, 404: {} }),
    answer({ 200: {}, "4XX": {} }),
    ["response-covered other 404 404", "response-added other 4XX 4XX"],
  ],
  [
    "an error covered by the default, with another body",
    answer({ 200: {}, 404: { content: json({ type: "string" }) }, default: { content: json({ type: "integer" }) } }),
    answer({ 200: {}, default: { content: json({ type: "integer" }) } }),
    ["type-changed breaking 404.body", "response-covered other 404 404"],
  ],
  [
    "a range of responses told one by one",
    answer({ "2XX": { content: json({ type: "string" }) } }),
    answer({ 200: { content: json({ type: ["string", "null"] }) }, 204: {} }),
    [
      "nullable-added breaking 200.body",
      "response-added other 200 200",
      "response-added other 204 204",
      "response-covered other 2XX 2XX",
    ],
  ],
  [
    "a default that was the only response",
    answer({ default: {} }),
    answer({ 200: {}, 400: {} }),
    ["response-added other 200 200", "response-added other 400 400", "response-covered other default default"],
  ],
  ["a header removed", ok({ headers: { A: { schema: text } } }), ok(), ["header-removed may_break 200.headers.A A"]],
  [
    "a required header removed",
    ok({ headers: { A: { required: true } } }),
    ok(),
    ["header-removed breaking 200.headers.A A"],
  ],
  ["a header added", ok(), ok({ headers: { A: { schema: text } } }), ["header-added other 200.headers.A A"]],
  [
    "a header optional",
    ok({ headers: { A: { required: true } } }),
    ok({ headers: { a: {} } }),
    ["header-optional breaking 200.headers.a a"],
  ],
  [
    "a header of more types",
    ok({ headers: { A: { schema: text } } }),
    ok({ headers: { A: { schema: {} } } }),
    ["type-changed breaking 200.headers.A"],
  ],
  [
    "a header that the media types of a response describe",
    ok({ headers: { "Content-Type": { required: true, schema: text } } }),
    ok(),
    ["header-removed other 200.headers.Content-Type Content-Type"],
  ],
  [
    "a header that the security describes",
    header({ name: "authorization" }),
    header({ name: "authorization", required: true, schema: { ...text, minLength: 9 } }),
    [
      "limit-tightened other header.authorization minLength",
      "parameter-required other header.authorization authorization",
    ],
  ],
  ["the optional parameter stated", query(), query({ required: false }), ["notation-changed other query.q"]],
  ["an operation deprecated", {}, { deprecated: true }, ["deprecated other"]],
  ["an operationId", { operationId: "a" }, { operationId: "b" }, ["operation-id-changed other"]],
  ["a sunset moved forward", { "x-sunset": "2027-02-01" }, { "x-sunset": "2027-01-01" }, ["sunset-changed may_break"]],
  [
    "words and tags",
    { summary: "a", tags: ["a"] },
    { summary: "b", tags: ["b"] },
    ["words-changed other summary", "words-changed other tags"],
  ],
  ["an unknown keyword", {}, { brandNew: 1 }, ["keyword-changed may_break brandNew"]],
  [
    "a server of the operation",
    {},
    { servers: [{ url: "https://a.example" }] },
    ["server-added other https://a.example"],
  ],
  ["a link removed", ok({ links: { a: {} } }), ok(), ["link-removed may_break 200.links.a a"]],
  ["a link added", ok(), ok({ links: { a: {} } }), ["link-added other 200.links.a a"]],
  ["credentials from now on", {}, secured([{ key: [] }]), ["security-added breaking"]],
  ["credentials no longer", secured([{ key: [] }]), secured([]), ["security-removed other"]],
  [
    "one of two credentials gone",
    secured([{ key: [] }, { auth: [] }]),
    secured([{ key: [] }]),
    ["security-option-removed breaking auth"],
  ],
  [
    "both credentials at once",
    secured([{ key: [] }, { auth: [] }]),
    secured([{ key: [], auth: [] }]),
    [
      "security-option-removed breaking auth",
      "security-option-removed breaking key",
      "security-option-added other auth + key",
    ],
  ],
  [
    "other credentials as well",
    secured([{ key: [] }]),
    secured([{ key: [] }, { auth: [] }]),
    ["security-option-added other auth"],
  ],
  [
    "a scope more",
    secured([{ auth: ["a"] }]),
    secured([{ auth: ["a", "b"] }]),
    ["security-scope-added breaking auth (a)"],
  ],
  [
    "a scope less",
    secured([{ auth: ["a", "b"] }]),
    secured([{ auth: ["b"] }]),
    ["security-scope-removed other auth (b)"],
  ],
  ["credentials that are optional", {}, secured([{}, { key: [] }]), ["security-option-added other key"]],
  ["optional credentials gone", secured([{}, { key: [] }]), secured([]), ["keyword-changed may_break security"]],
  [
    "a callback to another address",
    { callbacks: { paid: { "{$request.body#/a}": { post: {} } } } },
    { callbacks: { paid: { "{$request.body#/b}": { post: {} } } } },
    [
      "callback-removed breaking callbacks.paid POST {$request.body#/a} POST {$request.body#/a}",
      "callback-added other callbacks.paid POST {$request.body#/b} POST {$request.body#/b}",
    ],
  ],
  [
    "a parameter that can be repeated",
    query(),
    query({ schema: { type: "array", items: { type: "integer" } } }),
    ["type-changed breaking query.q[]", "type-changed other query.q"],
  ],
  [
    "a parameter written as JSON",
    query(),
    query({ schema: undefined, content: json(text) }),
    ["style-changed breaking query.q q"],
  ],
  [
    "a range of media types narrowed",
    ok({ content: { "*/*": { schema: { type: "string" } } } }),
    ok({ content: json({ type: "integer" }) }),
    ["type-changed breaking 200.body[*/*]", "media-type-covered other 200.body[*/*] */*"],
  ],
  [
    "a number as text in a format with types",
    ok({ content: { "application/yaml": { schema: text } } }),
    ok({ content: { "application/yaml": { schema: { type: "integer" } } } }),
    ["type-changed breaking 200.body[application/yaml]"],
  ],
  [
    "a number as text in JSON that is called text",
    body({ content: { "text/json": { schema: { type: "integer" } } } }),
    body({ content: { "text/json": { schema: text } } }),
    ["type-changed breaking body[text/json]"],
  ],
  [
    "another encoding of a part of a form",
    form({ contentType: "image/png" }),
    form({ contentType: "image/jpeg" }),
    ["keyword-changed may_break body[multipart/form-data].encoding.a contentType"],
  ],
  [
    "another style of a list in a form",
    form({ style: "form", explode: false }),
    form({ style: "pipeDelimited", explode: false }),
    ["style-changed breaking body[multipart/form-data].encoding.a a"],
  ],
  [
    "a style in a form that is the default",
    form({}),
    form({ explode: true }),
    ["notation-changed other body[multipart/form-data].encoding.a style"],
  ],
  [
    "a header that clients send with a part of a form",
    form({ headers: { B: {} } }),
    form({}),
    ["header-removed may_break body[multipart/form-data].encoding.a.headers.B B"],
  ],
  [
    "words and a flag in the encoding of a form",
    form({ headers: { B: {} } }),
    form({ headers: { B: { description: "B" } }, allowReserved: false }),
    [
      "notation-changed other body[multipart/form-data].encoding.a allowReserved",
      "words-changed other body[multipart/form-data].encoding.a.headers.B description",
    ],
  ],
  [
    "a flag of a header that is off",
    ok({ headers: { A: { schema: text } } }),
    ok({ headers: { A: { schema: text, allowReserved: false } } }),
    ["notation-changed other 200.headers.A allowReserved"],
  ],
  [
    "the name of an XML element, also in JSON",
    ok({ content: { ...json(text), "application/xml": { schema: { ...text, xml: { name: "a" } } } } }),
    ok({
      content: {
        ...json({ ...text, xml: { name: "b" } }),
        "application/xml": { schema: { ...text, xml: { name: "b" } } },
      },
    }),
    ["keyword-changed may_break 200.body[application/xml] xml", "notation-changed other 200.body xml"],
  ],
  [
    "another version of a media type",
    body({ content: { "text/csv;v=1": {} } }),
    body({ content: { "text/csv;v=2": {} } }),
    ["media-type-covered may_break body[text/csv;v=1] text/csv;v=1"],
  ],
  [
    "a media type that a range covered",
    body({ content: { "*/*": {} } }),
    body({ content: { "*/*": {}, ...json(text) } }),
    ["type-changed breaking body", "media-type-added other body application/json"],
  ],
  [
    "a response that a range covered",
    answer({ "2XX": { content: json(text) } }),
    answer({ "2XX": { content: json(text) }, 201: { content: json({ type: "integer" }) } }),
    ["type-changed breaking 201.body", "response-added other 201 201"],
  ],
  [
    "a response that the default covered",
    answer({ 200: {}, default: { content: json({ type: "integer" }) } }),
    answer({ 200: {}, 422: { content: json(text) }, default: { content: json({ type: "integer" }) } }),
    ["type-changed may_break 422.body", "response-added other 422 422"],
  ],
];

test.each(operations)("reports the change of an operation: %s", (_what, before, after, lines) => {
  expect(formatChanges(compare(makeApi({ ...before }, schemes), makeApi({ ...after }, schemes)))).toEqual(lines);
});

test("tells only the credentials whose scopes changed", () => {
  const make = (scopes: string[]) => makeApi(secured([{ key: [] }, { auth: scopes }]), schemes);
  const [fewer, more] = [make(["a"]), make(["a", "b"])];
  expect(compare(fewer, more).changes).toMatchObject([{ before: "auth (a)", after: "auth (a, b)" }]);
  expect(compare(more, fewer).changes).toMatchObject([{ before: "auth (a, b)", after: "auth (a)" }]);
});

describe("the comparison of operations", () => {
  const make = (paths: object) => ({ ...makeApi({}), paths });
  const operation = answer({ 200: { description: "A" } });

  test.each([
    ["without notice", operation, "breaking"],
    ["that were deprecated", { ...operation, deprecated: true }, "breaking"],
    ["before their sunset", { ...operation, deprecated: true, "x-sunset": "2027-01-01" }, "breaking"],
    ["after their sunset", { ...operation, deprecated: true, "x-sunset": "2026-11-01" }, "other"],
  ])("rates the removal of operations %s", (_what, removed, level) => {
    expect(compare(make({ "/a": { get: operation, post: removed } }), make({ "/a": { get: operation } })).level).toBe(
      level,
    );
    expect(
      compare(make({ "/a": { get: operation }, "/b": { get: removed } }), make({ "/a": { get: operation } })).level,
    ).toBe(level);
  });

  test("treats paths that differ only in parameter names as the same", () => {
    const item = (name: string) => ({
      parameters: [{ name, in: "path", required: true, schema: text }],
      get: operation,
    });
    const { changes } = compare(make({ "/a/{id}": item("id") }), make({ "/a/{key}": item("key") }));
    expect(changes).toMatchObject([{ rule: "path-parameter-renamed", level: "other", before: "id", after: "key" }]);
  });

  test("pairs equal paths first", () => {
    const items = { "/a/{id}": { get: operation }, "/a/{name}": { delete: operation } };
    const reordered = Object.fromEntries(Object.entries(items).reverse());
    expect(compare(make(items), make(reordered)).level).toBe("none");
  });

  test("treats a path parameter as the same when its description is added or removed", () => {
    const item = { parameters: [{ name: "id", in: "path", required: true, schema: text }], get: operation };
    const [plain, described] = [make({ "/a/{id}": { get: operation } }), make({ "/a/{id}": item })];
    expect(formatChanges(compare(plain, described))).toEqual(["parameter-added-required other path.id id"]);
    expect(formatChanges(compare(described, plain))).toEqual(["parameter-removed other path.id id"]);
  });

  test("swaps the roles of request and response in webhooks and callbacks", () => {
    const hook = (schema: unknown, reply: unknown = text) => ({
      post: { requestBody: { content: json(schema) }, responses: { 200: { content: json(reply) } } },
    });
    const wide = { type: ["string", "integer"] };
    const webhook = (item: unknown) => ({ ...makeApi({}), webhooks: { paid: item } });
    const callback = (item: unknown) => makeApi({ callbacks: { paid: { "{$url}": item } } });
    for (const wrap of [webhook, callback]) {
      expect(compare(wrap(hook(text)), wrap(hook(wide))).level).toBe("breaking");
      expect(compare(wrap(hook(wide)), wrap(hook(text))).level).toBe("other");
      expect(compare(wrap(hook(text, wide)), wrap(hook(text))).level).toBe("breaking");
      expect(compare(wrap(hook(text)), wrap(hook(text, wide))).level).toBe("other");
    }
    expect(compare(webhook(hook(text)), webhook({})).changes).toMatchObject([
      { rule: "webhook-removed", level: "breaking" },
    ]);
  });
});

describe("changes of the document itself", () => {
  const scheme = (key: object) => makeApi(secured([{ key: [] }]), { components: { securitySchemes: { key } } });
  const oauth = (flow: object) =>
    scheme({ type: "oauth2", flows: { implicit: { authorizationUrl: "https://a.example", scopes: {}, ...flow } } });
  const server = (...urls: string[]) => makeApi({}, { servers: urls.map((url) => ({ url })) });
  const ownParameter = (item: object) => makeApi({}, { paths: { "/a": { ...item, get: query() } } });
  const variable = (a: object) => makeApi({}, { servers: [{ url: "https://{a}.example", variables: { a } }] });

  test.each([
    ["words-changed other info version", makeApi({}), makeApi({}, { info: { title: "A", version: "2" } })],
    ["version-changed other", makeApi({}), makeApi({}, { openapi: "3.1.1" })],
    ["words-changed other tags a", makeApi({}), makeApi({}, { tags: [{ name: "a" }] })],
    ["extension-changed other x-a", makeApi({}), makeApi({}, { "x-a": 1 })],
    [
      "keyword-changed may_break jsonSchemaDialect",
      makeApi({}),
      makeApi({}, { jsonSchemaDialect: "https://a.example" }),
    ],
    ["server-added other https://a.example", server(), server("https://a.example")],
    [
      "server-removed may_break https://a.example",
      server("https://a.example", "https://b.example"),
      server("https://b.example"),
    ],
    [
      "words-changed other servers[https://a.example] name",
      server("https://a.example"),
      makeApi({}, { servers: [{ url: "https://a.example", name: "A" }] }),
    ],
    [
      "words-changed other servers[https://{a}.example].variables.a description",
      variable({ default: "b" }),
      variable({ default: "b", description: "A" }),
    ],
    [
      "keyword-changed may_break servers[https://{a}.example].variables.a default",
      variable({ default: "b" }),
      variable({ default: "c" }),
    ],
    [
      "scheme-changed breaking securitySchemes.key name",
      scheme({ type: "apiKey", in: "header", name: "A" }),
      scheme({ type: "apiKey", in: "header", name: "B" }),
    ],
    [
      "keyword-changed may_break servers",
      server("https://a.example", "https://b.example"),
      server("https://b.example", "https://a.example"),
    ],
    [
      "notation-changed other",
      makeApi(secured([]), { ...schemes, security: [{ key: [] }] }),
      makeApi(secured([]), { ...schemes, security: [{ auth: [] }] }),
    ],
    ["notation-changed other", server("https://a.example"), server("https://a.example/")],
    ["notation-changed other", server(), server("/")],
    [
      "notation-changed other",
      makeApi({}),
      makeApi({}, { jsonSchemaDialect: "https://spec.openapis.org/oas/3.1/dialect/base" }),
    ],
    ["notation-changed other", ownParameter({}), ownParameter({ parameters: [{ name: "q", in: "query" }] })],
    ["scope-removed may_break securitySchemes.key.implicit a", oauth({ scopes: { a: "A" } }), oauth({})],
    ["scope-added other securitySchemes.key.implicit a", oauth({}), oauth({ scopes: { a: "A" } })],
    ["flow-removed breaking securitySchemes.key.implicit implicit", oauth({}), scheme({ type: "oauth2", flows: {} })],
    [
      "component-added other components.schemas.A A",
      makeApi({}),
      makeApi({}, { components: { schemas: { A: text } } }),
    ],
    [
      "component-removed other components.parameters.A A",
      makeApi({}, { components: { parameters: { A: {} } } }),
      makeApi({}),
    ],
    [
      "type-changed other components.schemas.A",
      makeApi({}, { components: { schemas: { A: {} } } }),
      makeApi({}, { components: { schemas: { A: text } } }),
    ],
  ])("reports the change of a document: %s", (line, before, after) => {
    expect(formatChanges(compare(before, after))).toEqual([line]);
  });

  test("compares the ways in which the tokens of a renamed scheme are given out", () => {
    const make = (name: string, flow: string) =>
      makeApi(secured([{ [name]: ["read"] }]), {
        components: { securitySchemes: { [name]: { type: "oauth2", flows: { [flow]: { scopes: { read: "A" } } } } } },
      });
    expect(compare(make("old", "implicit"), make("new", "implicit")).level).toBe("other");
    expect(compare(make("old", "implicit"), make("new", "clientCredentials")).level).toBe("breaking");
  });

  test("says that a subtype may be missed, to which only a discriminator leads", () => {
    const make = (...names: string[]) => {
      const Pet = { type: "object", discriminator: { propertyName: "kind" } };
      const types = names.map((name) => [name, { allOf: [{ $ref: "#/components/schemas/Pet" }, { required: ["a"] }] }]);
      return makeBody(
        { $ref: "#/components/schemas/Pet" },
        { components: { schemas: { Pet, ...Object.fromEntries(types) } } },
      );
    };
    expect(formatChanges(compare(make("Cat", "Dog"), make("Dog", "Kitten")))).toEqual([
      "component-removed may_break components.schemas.Cat Cat",
      "component-added may_break components.schemas.Kitten Kitten",
    ]);
  });

  test("compares an operation's new servers with the document's servers used before", () => {
    const servers = [{ url: "https://b.example" }];
    const lines = formatChanges(
      compare(server("https://a.example"), makeApi({ servers }, { servers: [{ url: "https://a.example" }] })),
    );
    expect(lines).toEqual(["server-removed may_break https://a.example", "server-added other https://b.example"]);
  });

  test("finds no change if only the order changes", () => {
    const reverse = (value: unknown): unknown =>
      isJsonObject(value)
        ? Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([name, inner]) => [name, reverse(inner)]),
          )
        : Array.isArray(value)
          ? value.map(reverse)
          : value;
    for (const document of Object.values(versions)) {
      expect(compare(document, reverse(document))).toEqual({ level: "none", changes: [], partial: [], unresolved: [] });
    }
  });
});

test("treats media types as the same despite parameters, and a media range as wider", () => {
  const make = (type: string) => makeApi(ok({ content: { [type]: { schema: text } } }));
  expect(compare(make("application/json"), make("application/json; charset=utf-8")).level).toBe("other");
  expect(compare(make("image/png"), make("image/*")).level).toBe("breaking");
});

test("gives every change its own id, whatever the order of a document", () => {
  const make = (names: string[], type: string) =>
    makeBody({ properties: Object.fromEntries(names.map((name) => [name, { type }])) });
  const one = compare(make(["a", "b"], "string"), make(["a", "b"], "integer"));
  const other = compare(make(["b", "a", "c"], "string"), make(["c", "b", "a"], "integer"));
  expect(new Set(one.changes.map(({ id }) => id)).size).toBe(2);
  expect(other.changes.map(({ id }) => id)).toEqual(expect.arrayContaining(one.changes.map(({ id }) => id)));
});

test("keeps the id of a removed unnamed alternative when the others are reordered", () => {
  const make = (...names: string[]) => makeBody({ anyOf: names.map((name) => ({ required: [name] })) });
  const [one] = compare(make("a", "b", "c"), make("a", "b")).changes;
  expect(one).toMatchObject({ rule: "branch-removed", name: '{"required":["c"]}' });
  expect(compare(make("c", "b", "a"), make("b", "a")).changes[0]?.id).toBe(one?.id);
});
