import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllEnvs());

/** The environment is read once: each look has modules of its own. */
async function describedBy(url: string) {
  vi.stubEnv("SMTP_URL", url);
  vi.resetModules();
  return (await import("./describe-transport.ts")).describeTransport();
}

test("a mail server is told by host and port, never with user name or password", async () => {
  const told = await describedBy("smtp://clerk:s3cret@mail.example.com:587?pool=true");
  expect(told).toEqual({ kind: "smtp", host: "mail.example.com:587" });
  expect(await describedBy("smtps://mail.example.com")).toEqual({ kind: "smtp", host: "mail.example.com" });
});

test("without one, mails are files", async () => {
  expect(await describedBy("")).toEqual({ kind: "files" });
});
