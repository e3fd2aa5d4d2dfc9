import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, test, vi } from "vitest";
import { inviteFromConsole } from "../auth/invitations.ts";
import { inquiry, MailService, newAddress } from "./mail-service.fixture.ts";
import { requireOperatorAddress } from "./recipients.ts";

vi.setConfig({ testTimeout: 30_000 });
const service = await MailService.start(process.env);
delete process.env.CONTACT_EMAIL;

const setOperators = (disabledAt: "now()" | "NULL") =>
  service.records.client.query(`UPDATE operators SET disabled_at = ${disabledAt}`);
const setInvitations = (change: string) => service.records.client.query(`UPDATE operator_invitations SET ${change}`);
afterEach(() => setOperators("NULL"));

describe("with a mail server and without CONTACT_EMAIL", () => {
  test("there is a recipient while an operator is active", async () => {
    await requireOperatorAddress({ now: new Date() });
    await setOperators("now()");
    await expect(requireOperatorAddress({ now: new Date() })).rejects.toThrow(
      /SMTP_URL.*npm run operator -- create.*CONTACT_EMAIL/s,
    );
  });

  test("an open invitation counts as a recipient until it expires", async () => {
    await setOperators("now()");
    await inviteFromConsole({ email: newAddress() }, { now: new Date() });
    await requireOperatorAddress({ now: new Date() });
    await setInvitations("expires_at = now()");
    await expect(requireOperatorAddress({ now: new Date() })).rejects.toThrow("SMTP_URL is set");
  });

  test("a notice waits while no operator is active, and goes to nobody else", async () => {
    await setOperators("now()");
    const ref = await inquiry({ text: `Words of a person: ${randomUUID()}` });
    await service.work();
    const output = { code: "NO_OPERATOR", isPermanent: false };
    await vi.waitFor(
      async () => expect(await service.listJobs(ref)).toMatchObject([{ mail: "notice", state: "retry", output }]),
      10_000,
    );
    await setOperators("NULL");
    await service.waitUntilSent(ref);
    expect(service.listNotices(ref)).toMatchObject([{ envelopeTo: [service.admin.email] }]);
  });
});
