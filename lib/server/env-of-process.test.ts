import { expect, test, vi } from "vitest";

test("derives the site URL from the port unless SITE_URL is set", async () => {
  for (const [variables, address] of [
    [{ PORT: "4321", SITE_URL: "" }, "http://localhost:4321"],
    [{ PORT: "4321", SITE_URL: "https://site.example/" }, "https://site.example"],
  ] as const) {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    vi.resetModules();
    const { env, getSiteUrl } = await import("./env.ts");
    expect(getSiteUrl()).toBe(address);
    vi.stubEnv("PORT", "not a port");
    expect(env().PORT).toBe(4321);
    vi.unstubAllEnvs();
  }
});
