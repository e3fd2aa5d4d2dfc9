import { expect } from "@playwright/test";
import { getPathname } from "../../lib/i18n/paths.ts";
import { server } from "../support/built-app.ts";
import { setUnreachable } from "../support/database-away.ts";
import { test } from "../support/processes.ts";
import { createDatabase } from "../support/test.ts";

const entry = getPathname({ href: { pathname: "/catalog/[slug]", params: { slug: "prize-draws" } }, locale: "es" });
const consent = getPathname({ href: "/consent", locale: "es" });

test("responds with a 503 to pages that need the database during its outage, and logs only JSON lines", async ({
  startOwn,
}) => {
  const url = await createDatabase();
  const app = await startOwn({ DATABASE_URL: url });
  const paths = ["/en/catalog", "/en/catalog?search=privada", entry, `${consent}?token=${"a".repeat(43)}`];
  const ask = async (path: string) => {
    const { status, headers } = await fetch(`${app.url}${path}`);
    return { path, status, retryAfter: headers.get("retry-after") };
  };
  await setUnreachable(url, true);
  // Request each page twice at once, so that some requests share one failure.
  const asked = [...paths, ...paths];
  const meanwhile = await Promise.all(asked.map(ask));
  expect(meanwhile).toEqual(asked.map((path) => ({ path, status: 503, retryAfter: "5" })));
  expect((await ask("/en/evaluation")).status).toBe(200);
  const lines = app.output().trim().split("\n");
  // Next prints its first lines as plain text, before our code runs.
  const own = lines.slice(server === "own" ? 0 : lines.findIndex((line) => line.startsWith("{")));
  const parsed = own.map((line): Record<string, unknown> => JSON.parse(line));
  const failed = parsed.filter(({ msg }) => msg === "a page failed");
  expect(failed).toContainEqual(
    expect.objectContaining({ level: 50, error: expect.objectContaining({ name: "AppError", at: expect.anything() }) }),
  );
  expect(new Set(failed.map(({ route }) => route))).toContain("/[locale]/catalog");
  expect(app.output()).not.toMatch(/privada/);
  await setUnreachable(url, false);
  await expect(async () => {
    for (const path of ["/en/catalog", entry]) expect(await ask(path)).toMatchObject({ status: 200, retryAfter: null });
  }).toPass();
});
