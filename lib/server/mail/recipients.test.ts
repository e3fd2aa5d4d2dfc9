import { expect, test, vi } from "vitest";

test.each([
  ["smtp://mail.example", undefined, true],
  ["smtp://mail.example", "hello@example.com", true],
  ["smtp://mail.example", "team@encaje.example", false],
  [undefined, undefined, false],
])("given SMTP_URL %s and CONTACT_EMAIL %s, refuses the contact address: %s", async (smtp, contact, refuses) => {
  vi.resetModules();
  vi.stubEnv("SMTP_URL", smtp);
  vi.stubEnv("CONTACT_EMAIL", contact);
  const { requireContactAddress } = await import("./recipients.ts");
  const message = expect.stringMatching(/^SMTP_URL is set .* Set CONTACT_EMAIL to an address/);
  if (refuses) expect(() => requireContactAddress()).toThrow(expect.objectContaining({ kind: "unavailable", message }));
  else requireContactAddress();
});
