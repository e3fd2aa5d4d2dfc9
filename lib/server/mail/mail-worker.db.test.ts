import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import type { SubmissionRef } from "../../domain/submissions/core/submission-ref.ts";
import { erasePerson } from "../people/erasures.ts";
import { answerConsent } from "../submissions/intake/consent.ts";
import { sendReply } from "../submissions/reply/send-reply.ts";
import { applyRealTimeouts } from "../timeouts.fixture.ts";
import { acknowledgementsMax } from "./find-mailed.ts";
import { receiveMail } from "./inbound/receive-mail.ts";
import { byAgent, inquiry, lead, MailService, newAddress } from "./mail-service.fixture.ts";

vi.setConfig({ testTimeout: 60_000 });
const service = await MailService.start(process.env);

describe.each([
  ["evaluation", lead],
  ["inquiry", inquiry],
] as const)("mails of a submission of kind %s", (kind, submit) => {
  test("acknowledges a submission and notifies operators of it", async () => {
    const email = newAddress();
    const ref = await submit({ email, language: "es" });
    const ids = await service.queuedMessageIds(ref);
    await service.work();
    await service.waitUntilSent(ref);
    const [mail, ...others] = service.server.listTo(email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      from: { name: "Encaje", address: "avisos@encaje.example" },
      to: [{ name: "", address: email }],
      replyTo: [{ name: "Encaje", address: "hola@encaje.example" }],
      messageId: ids.acknowledgement,
    });
    expect(service.server.greeting).toBe("encaje.example");
    expect(mail?.subject).toContain(String(ref.id));
    expect(mail?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(mail?.raw).toMatch(/^Content-Language: es\r$/m);
    expect(service.listNotices(ref)).toMatchObject([{ envelopeTo: [service.admin.email], messageId: ids.notice }]);
    // Operators get the mail in their own language, not in the person's.
    const [call] = service.listNotices(ref);
    expect(call?.subject).toMatch(
      new RegExp(`^New: ${kind === "evaluation" ? "Evaluation E" : "Inquiry Q"}-${ref.id}, `),
    );
    expect(call?.raw).toMatch(/^Content-Language: en\r$/m);
    expect(call?.html).toMatch(/<html[^>]* lang="en"[\s\S]*<blockquote[^>]* lang="es"/);
    const sent = Object.entries(ids).map(([mail, messageId]) => ({ mail, messageId, recipients: 1 }));
    expect(await service.listMailEvents(ref)).toEqual(
      expect.arrayContaining(sent.map((details) => ({ actor: "service", details }))),
    );
    expect(await service.listMailEvents(ref)).toHaveLength(2);
  });
});

describe("mails of one submission", () => {
  async function submitAndSend(change: Record<string, unknown> = {}) {
    const email = newAddress();
    const ref = await inquiry({ ...change, email });
    await service.work();
    await service.waitUntilSent(ref);
    return { email, ref };
  }

  test("acknowledges an agent's submission with working links to confirm and withdraw", async () => {
    const { email, ref } = await submitAndSend({ ...byAgent, language: "en" });
    const links =
      service.server.listTo(email)[0]?.text?.match(/https:\/\/encaje\.example\/en\/consent\?token=[\w-]{43}/g) ?? [];
    const purposes: string[] = [];
    for (const link of links) {
      const token = new URL(link).searchParams.get("token");
      purposes.push((await answerConsent({ token }, { now: new Date() })).purpose);
    }
    expect(purposes).toEqual(["confirm", "withdraw"]);
    const [notice] = service.listNotices(ref);
    expect(notice?.text).toContain(byAgent.agentName);
    expect(notice?.raw).not.toContain("token=");
  });

  test("sends an operator's reply in the thread of the acknowledgement", async () => {
    const { email, ref } = await submitAndSend({ language: "es" });
    const text = "Hola:\n\n¿Le parece el martes a las 10?\nSaludos";
    await sendReply({ ...ref, text, when: "now" }, { operator: service.admin, now: new Date() });
    await service.waitUntilSent(ref);
    const [acknowledgement, reply, ...others] = service.server.listTo(email);
    expect(others).toEqual([]);
    expect(reply?.inReplyTo).toBe(acknowledgement?.messageId);
    expect(reply?.replyTo).toEqual([{ name: "Encaje", address: "hola@encaje.example" }]);
    expect(reply?.subject).toContain(String(ref.id));
    expect(reply?.text).toContain("¿Le parece el martes a las 10?\nSaludos");
    expect(reply?.text).toContain(service.admin.name);
    expect(reply?.raw).not.toMatch(/^Auto-Submitted/m);
    const events = await service.records.listEvents(ref);
    expect(events.map(({ type }) => type)).toEqual(["mail", "mail", "status", "reply", "mail"]);
  });

  test("sends an operator's next reply as an answer to the person's mail", async () => {
    const { email, ref } = await submitAndSend();
    const reply = async (text: string) => {
      const lastMessage = await service.records.lastMessage(ref);
      return sendReply({ ...ref, lastMessage, text, when: "now" }, { operator: service.admin, now: new Date() });
    };
    await reply("When?");
    await service.waitUntilSent(ref);
    const [acknowledgement, first] = service.server.listTo(email).map(({ messageId = "" }) => messageId);
    const answer = [`From: ${email}`, "Message-ID: <1@person.example>", `In-Reply-To: ${first}`, "", "On Monday."];
    expect(await receiveMail(Buffer.from(answer.join("\r\n")), { now: new Date() })).toBe("message");
    await reply("Good.");
    await service.waitUntilSent(ref);
    expect(service.server.listTo(email).at(-1)).toMatchObject({
      inReplyTo: "<1@person.example>",
      references: `${acknowledgement} ${first} <1@person.example>`,
    });
  });

  test.each([
    [{ agentName: "Some Assistant", userConsent: true }, "Some Assistant” told us that you agreed"],
    [{ agentName: "Some Assistant" }, "Some Assistant” did not tell us whether you agreed"],
    [{ userConsent: false }, "An assistant did not tell us whether you agreed"],
  ])("asks the person for consent if an assistant does not name its channel: %j", async (change, sentence) => {
    const { email, ref } = await submitAndSend({ ...change, language: "en" });
    const [mail] = service.server.listTo(email);
    expect((await service.records.readRow(ref)).channel).toBe("web");
    expect(mail?.text).toContain(sentence);
    expect(mail?.text?.match(/\/en\/consent\?token=[\w-]{43}/g)).toHaveLength(2);
  });

  test("sends no mail for a withdrawn submission", async () => {
    const email = newAddress();
    const ref = await inquiry({ ...byAgent, email });
    const withdraw = "UPDATE submissions SET consent_withdrawn_at = now() WHERE kind = $1 AND id = $2";
    await service.records.client.query(withdraw, [ref.kind, ref.id]);
    await service.work();
    await service.waitUntilSent(ref);
    expect([service.server.listTo(email), service.listNotices(ref), await service.listMailEvents(ref)]).toEqual([
      [],
      [],
      [],
    ]);
  });
});

test("sends a mail once even if the database repeatedly fails to record it", async () => {
  await applyRealTimeouts();
  const email = newAddress();
  const ref = await lead({ email });
  await service.queueFollowing();
  // While this lock is held, the worker cannot record the mail: its statements time out.
  const other = new pg.Client({ connectionString: service.url });
  await other.connect();
  await other.query("BEGIN");
  await other.query("SELECT FROM submissions WHERE kind = 'evaluation' AND id = $1 FOR UPDATE", [ref.id]);
  await service.work();
  await expect.poll(() => service.server.listTo(email)).toHaveLength(1);
  const waiting = `SELECT query_start::text AS start FROM pg_stat_activity
    WHERE cardinality(pg_blocking_pids(pid)) > 0 AND query LIKE '%FOR KEY SHARE%'`;
  const starts = new Set<string>();
  await vi.waitFor(async () => {
    for (const { start } of (await service.records.client.query(waiting)).rows) starts.add(start);
    // The worker records two mails, so more than four attempts mean that several statements timed out.
    expect(starts.size).toBeGreaterThan(4);
  }, 30_000);
  await other.query("COMMIT");
  await other.end();
  await service.waitUntilSent(ref);
  expect(service.server.listTo(email)).toHaveLength(1);
  expect(await service.listMailEvents(ref)).toHaveLength(2);
});

test("leaves no trace of a submission erased while its mail is sent", async () => {
  const email = newAddress();
  const ref = await lead({ email });
  let isErased = false;
  service.server.onTaken = async ({ envelopeTo }) => {
    if (isErased || !envelopeTo.includes(email)) return;
    isErased = true;
    await erasePerson({ email }, { admin: service.admin, now: new Date() });
  };
  await service.work();
  await expect.poll(() => isErased).toBe(true);
  const other = await lead();
  await service.waitUntilSent(other);
  service.server.onTaken = undefined;
  expect([await service.listMails(ref), await service.records.listEvents(ref)]).toEqual([[], []]);
});

test("keeps a mail of an unknown type waiting, without delaying others", async () => {
  const { client } = service.records;
  await client.query(
    "INSERT INTO mails (id, mail, due_at, next_at) VALUES (gen_random_uuid(), 'unknown', now(), now())",
  );
  const ref = await lead();
  await service.work();
  await service.waitUntilSent(ref);
  await vi.waitFor(async () => {
    const { rows } = await client.query("SELECT state, fault FROM mails WHERE mail = 'unknown'");
    expect(rows).toEqual([{ state: "waiting", fault: { code: "INTERNAL", isPermanent: false } }]);
  }, 20_000);
  await client.query("DELETE FROM mails");
});

test("limits acknowledgements per address and day, but not operators' notices", async () => {
  const email = newAddress();
  const refs: SubmissionRef[] = [];
  for (let at = 0; at < acknowledgementsMax; at++) refs.push(await (at % 2 ? lead : inquiry)({ email }));
  const beyond = await lead({ email: email.toUpperCase() });
  await service.records.client.query(
    "UPDATE submissions SET created_at = created_at + interval '1 second' WHERE kind = 'evaluation' AND id = $1",
    [beyond.id],
  );
  await service.work();
  for (const ref of [...refs, beyond]) await service.waitUntilSent(ref);
  expect(service.server.listTo(email)).toHaveLength(acknowledgementsMax);
  expect(service.server.listTo(email.toUpperCase())).toEqual([]);
  expect(service.listNotices(beyond)).toHaveLength(1);
});

test("sends every mail under its first Message-ID even if connections end meanwhile", async () => {
  const email = newAddress();
  const refs: SubmissionRef[] = [];
  for (let at = 0; at < 15; at++) refs.push(await lead({ email }));
  const ids: string[] = [];
  for (const ref of refs) ids.push(...Object.values(await service.queuedMessageIds(ref)));
  const before = service.server.received.length;
  await service.work();
  for (const count of [3, 12]) {
    const isUnderWay = () => expect(service.server.received.length - before).toBeGreaterThan(count);
    await vi.waitFor(isUnderWay, { timeout: 20_000, interval: 5 });
    await service.records.client.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
    // Leases whose mails were taken or tried in this moment end now instead of after half a minute.
    await service.records.client.query("UPDATE mails SET next_at = now(), is_doubted = true WHERE state = 'sending'");
  }
  for (const ref of refs) await service.waitUntilSent(ref, 100_000);
  const received = service.server.received.slice(before).map(({ messageId }) => messageId);
  expect([...new Set(received)].sort()).toEqual(ids.sort());
  for (const ref of refs) expect(await service.listMailEvents(ref)).toHaveLength(2);
}, 120_000);
