import { randomBytes } from "node:crypto";
import { expect } from "@playwright/test";
import { query, test } from "../support/test.ts";

const url = process.env.E2E_URL ?? "";

test("serves a stored picture to any cache for a year, and none once it is deleted", async () => {
  const [hash, content] = [randomBytes(32).toString("hex"), randomBytes(99)];
  const address = `${url}/pictures/${hash}-160.webp`;
  expect((await fetch(address)).status).toBe(404);
  await query("INSERT INTO site_pictures VALUES ($1, 160, $2, now())", [hash, content]);
  const response = await fetch(address);
  expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "cross-origin",
  });
  const head = await fetch(address, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  expect((await fetch(address, { method: "POST" })).status).toBe(405);
  await query("DELETE FROM site_pictures WHERE hash = $1", [hash]);
  const gone = await fetch(address);
  expect([gone.status, gone.headers.get("cache-control")]).toEqual([404, "no-store"]);
});
