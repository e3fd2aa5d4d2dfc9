import { describe, expect, test } from "vitest";
import { operations } from "../contract/operations.ts";
import { fixedText, get, inquiry, post, read, readWhole } from "./exchange.fixture.ts";
import { handle } from "./handle.ts";
import { toRoute } from "./web.ts";

Object.assign(process.env, { LOG_LEVEL: "silent", RATE_LIMIT_IP_MAX: "100000", UPSTASH_REDIS_REST_URL: "" });

const secret = "s3cret-juana@example.com";

describe("the output schema", () => {
  const returning = (result: unknown) => toRoute(handle(operations.submitEvaluation, async () => result as never));
  const evaluation = {
    ...inquiry(),
    role: "Manager",
    company: "Casa",
    discoverySource: "A friend",
    answers: Array(9).fill(1),
    projectDescription: "A loyalty programme for us.",
  };
  const good = { id: 7, route: "review", message: "Thank you." };

  test("drops properties of the result that the schema lacks", async () => {
    const response = await returning({ ...good, score: 9, reviewMin: 7, email: secret })(post(evaluation));
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual(good);
  });

  test("responds with 500 and the fixed text if a property is missing, malformed or mistyped", async () => {
    const { route: _, ...missing } = good;
    const circular: Record<string, unknown> = { ...good };
    circular.message = circular;
    const bad = [
      missing,
      {},
      { ...good, id: secret },
      { ...good, route: secret },
      circular,
      null,
      undefined,
      secret,
      [good],
    ];
    for (const result of bad) {
      const response = await returning(result)(post(evaluation));
      expect(response.status).toBe(500);
      const whole = await readWhole(response);
      expect(whole).toContain(fixedText);
      expect(whole).not.toContain("s3cret");
    }
  });

  test("responds with 500 and the fixed text to an invalid cacheable result, too", async () => {
    for (const result of [{ slug: secret }, [{ id: 1 }], null, undefined, secret]) {
      const entry = toRoute(handle(operations.getCatalogApi, async () => result as never));
      const list = toRoute(handle(operations.listCatalogApis, async () => result as never));
      for (const route of [entry, list]) {
        const response = await route(get());
        expect(response.status).toBe(500);
        expect(await readWhole(response)).not.toContain("s3cret");
      }
    }
  });

  test("responds with 500 and the fixed text to a result that cannot be serialized", async () => {
    const spec: Record<string, unknown> = {};
    spec.self = spec;
    const entry = {
      id: 1,
      slug: "a",
      titleEn: "",
      titleEs: "",
      descriptionEn: "",
      descriptionEs: "",
      useCasesEn: [],
      useCasesEs: [],
    };
    const rest = { endpoints: [], services: [], spec, published: true, updatedAt: "2026-11-21T08:00:00Z" };
    const response = await toRoute(handle(operations.getCatalogApi, async () => ({ ...entry, ...rest })))(get());
    expect(await read(response)).toMatchObject({ status: 500, json: { error: fixedText } });
  });
});
