import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { log } from "../log.ts";
import { findConsent } from "../submissions/intake/consent.ts";
import { sendAgain } from "./mail-queue.ts";
import { byAgent, lead, MailService, newAddress } from "./mail-service.fixture.ts";
import { toMessageId } from "./message-ids.ts";

vi.setConfig({ testTimeout: 60_000 });
const service = await MailService.start(process.env);

const logged: string[] = [];
beforeEach(() => {
  for (const level of ["info", "warn", "error"] as const) {
    vi.spyOn(log(), level).mockImplementation((...line) => void logged.push(JSON.stringify(line)));
  }
});
// Searches the lines of all tests together, because the log keeps only the first fault of each minute.
afterAll(() => {
  const lines = logged.join("\n");
  expect(lines).toContain('"fault"');
  for (const secret of ["@", "no such mailbox"]) expect(lines).not.toContain(secret);
});

describe("refused mail", () => {
  test("marks a permanently refused mail as dead, without the server's text", async () => {
    const email = newAddress();
    service.server.refusals.set(email, [550, `5.1.1 no such mailbox: ${email}`]);
    const ref = await lead({ email });
    await service.work();
    await vi.waitFor(
      async () => expect((await service.listMails(ref)).map(({ state }) => state)).toEqual(["dead"]),
      20_000,
    );
    const [dead] = await service.listMails(ref);
    expect(dead?.fault).toEqual({ code: "EENVELOPE", response: 550, status: "5.1.1", isPermanent: true });
    expect(JSON.stringify(dead)).not.toContain(email);
    expect(await service.listMailEvents(ref)).toHaveLength(1);

    service.server.refusals.delete(email);
    expect(await sendAgain({ jobs: [dead?.id ?? ""] }, { operator: service.admin, now: new Date() })).toEqual({
      count: 1,
    });
    await service.waitUntilSent(ref);
    expect(service.server.listTo(email)).toMatchObject([
      { messageId: toMessageId(dead?.id ?? "", ref, "encaje.example") },
    ]);
  });

  test("retries a temporarily refused mail with new consent links", async () => {
    const email = newAddress();
    service.server.refusals.set(email, [451, "4.7.1 try again later"]);
    const ref = await lead({ ...byAgent, email });
    await service.work();
    const states = async () => (await service.listMails(ref)).map(({ state, fault }) => ({ state, fault }));
    const fault = { code: "EENVELOPE", response: 451, status: "4.7.1", isPermanent: false };
    await expect.poll(() => states()).toEqual([{ state: "waiting", fault }]);
    const { rows } = await service.records.client.query(
      "SELECT FROM consent_links WHERE kind = 'evaluation' AND submission_id = $1",
      [ref.id],
    );
    expect(rows).toEqual([]);
    service.server.refusals.delete(email);
    await service.waitUntilSent(ref);
    expect(service.server.listTo(email)).toHaveLength(1);
  });
});

test("sends a mail to the other operators when one address is refused", async () => {
  const other = await service.records.operator();
  service.server.refusals.set(other.email, [550, "5.1.1 gone"]);
  const ref = await lead();
  await service.work();
  await service.waitUntilSent(ref);
  const notice = (await service.listMailEvents(ref))
    .map(({ details }) => details)
    .find((details) => details.mail === "notice");
  expect(notice).toMatchObject({ recipients: 2, refused: 1 });
  expect(service.listNotices(ref)).toMatchObject([{ envelopeTo: [service.admin.email] }]);
  await service.records.client.query("UPDATE operators SET disabled_at = now() WHERE id = $1", [other.id]);
});

test("retries a notice only for the operator whose address was refused temporarily", async () => {
  const late = await service.records.operator();
  service.server.refusals.set(late.email, [450, "4.2.1 greylisted"]);
  const ref = await lead();
  await service.work();
  await vi.waitFor(async () => {
    expect(await service.listMails(ref)).toMatchObject([
      { mail: "notice", state: "waiting", fault: { response: 450 } },
    ]);
  }, 20_000);
  expect(service.listNotices(ref)).toMatchObject([{ envelopeTo: [service.admin.email] }]);
  service.server.refusals.delete(late.email);
  await service.waitUntilSent(ref);
  expect(service.listNotices(ref)).toMatchObject([{ envelopeTo: [service.admin.email] }, { envelopeTo: [late.email] }]);
  const notices = (await service.listMailEvents(ref)).filter(({ details }) => details.mail === "notice");
  expect(notices.map(({ details }) => details.recipients)).toEqual([1, 1]);
  await service.records.client.query("UPDATE operators SET disabled_at = now() WHERE id = $1", [late.id]);
});

test("accepts the consent links of both copies of a mail that was sent twice", async () => {
  const email = newAddress();
  const ref = await lead({ ...byAgent, email, language: "en" });
  service.server.onTaken = async ({ envelopeTo }) => {
    if (envelopeTo.includes(email) && service.server.listTo(email).length === 1) service.server.dropConnections();
  };
  await service.work();
  await service.waitUntilSent(ref);
  service.server.onTaken = undefined;
  const [first, repeat, ...others] = service.server.listTo(email);
  expect(others).toEqual([]);
  expect(repeat?.messageId).toBe(first?.messageId);
  const tokens = [first, repeat].map((mail) => mail?.text?.match(/token=([\w-]{43})/)?.[1]);
  expect(new Set(tokens).size).toBe(2);
  for (const token of tokens) expect(await findConsent(token, { now: new Date() })).toMatchObject(ref);
});

test("sends no mail to an address that servers would map to a different one", async () => {
  const email = `${randomUUID()}@exam\u00adple.com`;
  const ref = await lead({ ...byAgent, email });
  await service.work();
  await vi.waitFor(async () => {
    const fault = { code: "EADDRESS", isPermanent: true };
    expect(await service.listMails(ref)).toMatchObject([{ mail: "acknowledgement", state: "dead", fault }]);
  }, 20_000);
  expect(service.server.listTo(email.replace("\u00ad", ""))).toEqual([]);
  const links = "SELECT FROM consent_links WHERE kind = 'evaluation' AND submission_id = $1";
  expect((await service.records.client.query(links, [ref.id])).rows).toEqual([]);
});
