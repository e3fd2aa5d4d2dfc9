import { randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import { formatReference, type SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import { switchToOwnDatabase } from "../../own-database.fixture.ts";
import { DeskRecords, newWord, now } from "../../submissions/core/desk.fixture.ts";
import { toMessageId } from "../message-ids.ts";
import { type Case, newBounce, type Target, writeMailToUs } from "./corpus.fixture.ts";
import { hostileCases } from "./corpus-hostile.fixture.ts";
import { machineCases } from "./corpus-machines.fixture.ts";
import { partCases } from "./corpus-parts.fixture.ts";
import { peopleCases } from "./corpus-people.fixture.ts";
import { file, multipart, plain } from "./mime.fixture.ts";
import { receiveMail } from "./receive-mail.ts";

// The corpus has three hundred mails, some of many megabytes.
vi.setConfig({ testTimeout: 240_000 });
process.env.AUTH_SECRET ??= "a secret of thirty-two characters";

const { url } = await switchToOwnDatabase(process.env);
const records = new DeskRecords(url);
const cases: Case[] = [...peopleCases, ...partCases, ...machineCases, ...hostileCases];

async function newTarget(): Promise<Target & { ref: SubmissionRef }> {
  const address = `${newWord()}@example.com`;
  const ref = await records.evaluation({ email: address, status: "contacted", replied_at: now });
  const toId = () => toMessageId(randomUUID(), ref, "encaje.example");
  return {
    ref,
    address,
    other: `${newWord()}@example.com`,
    reference: formatReference(ref),
    acknowledgement: toId(),
    reply: toId(),
  };
}

type Stored = { type: string; submission_id: number | null; text: string; quoted: string; files: string[] };

async function listStoredFields(): Promise<Stored[]> {
  const { rows } = await records.client.query<Stored>(
    `SELECT type, submission_id, text, quoted,
       ARRAY(SELECT name::text FROM inbound_attachments WHERE mail_id = inbound_mails.id ORDER BY id) AS files
     FROM inbound_mails WHERE id > $1 ORDER BY id`,
    [lastId],
  );
  return rows;
}
let lastId = 0n;
const markStored = async () => {
  lastId = BigInt((await records.client.query("SELECT coalesce(max(id), 0) AS id FROM inbound_mails")).rows[0].id);
};

const refuse = (error: unknown) => {
  if (error instanceof Error && "kind" in error && (error.kind === "invalid_input" || error.kind === "too_large")) {
    return "refused" as const;
  }
  throw error;
};

/** Every fifteenth mail of the corpus is delivered twice. */
const isDeliveredTwice = (at: number) => at % 15 === 0;

test("attaches, holds or refuses each example mail as expected", async () => {
  let delivered = 0;
  for (const [at, each] of cases.entries()) {
    const name = `${each.group}: ${each.name}`;
    const target = await newTarget();
    await markStored();
    const raw = each.write(target);
    const result = await receiveMail(raw, { now }).catch(refuse);
    expect.soft({ name, result }).toEqual({ name, result: each.expected });
    delivered++;
    const isStored = result !== "refused" && result !== "own";
    const isUnmatched = result === "held" || result === "unreadable";
    if (isStored && isDeliveredTwice(at)) {
      const again = await receiveMail(raw, { now });
      expect.soft({ name, again }).toEqual({ name, again: result === "unreadable" ? result : "duplicate" });
      delivered++;
    }
    const stored = await listStoredFields();
    expect.soft({ name, count: stored.length }).toEqual({ name, count: isStored ? 1 : 0 });
    expect.soft({ name, submission: stored[0]?.submission_id ?? null }).toEqual({
      name,
      submission: isStored && !isUnmatched ? target.ref.id : null,
    });
    const { status } = await records.readRow(target.ref);
    expect.soft({ name, status }).toEqual({ name, status: result === "message" ? "in_review" : "contacted" });
    if (each.text !== undefined) expect.soft({ name, text: stored[0]?.text }).toEqual({ name, text: each.text });
    if (each.quoted !== undefined) expect.soft(stored[0]?.quoted, name).toContain(each.quoted);
    if (each.files) expect.soft({ name, files: stored[0]?.files }).toEqual({ name, files: each.files });
  }
  expect(delivered).toBeGreaterThanOrEqual(300);
});

const writeAnswer = (target: Target, messageId: string) => writeMailToUs(target, plain("Yes."), { messageId });

test("stores only the head of an unreadable reply, and suggests its submission", async () => {
  const target = await newTarget();
  const parts = Array.from({ length: 51 }, (_, at) => file(`filename="${at}"`, "x"));
  const raw = writeMailToUs(target, multipart("mixed", [plain("Yes."), ...parts]));
  expect(await receiveMail(raw, { now })).toBe("unreadable");
  const { rows } = await records.client.query(
    `SELECT held_reason, suggested_id, from_name, subject, text, (SELECT count(*)::int FROM inbound_attachments WHERE mail_id = mails.id) AS files
     FROM inbound_mails AS mails WHERE from_address = $1`,
    [target.address],
  );
  const subject = `Re: We received your project (reference ${target.reference})`;
  const own = { suggested_id: target.ref.id, from_name: "Ana Ruiz", subject };
  expect(rows).toEqual([{ held_reason: "unreadable", ...own, text: "", files: 0 }]);
  expect((await records.readRow(target.ref)).status).toBe("contacted");
});

test("stores a mail once when it is delivered eight times at once", async () => {
  const target = await newTarget();
  const raw = writeAnswer(target, "<once@mail.example>");
  const results = await Promise.all(Array.from({ length: 8 }, () => receiveMail(raw, { now })));
  expect(results.toSorted()).toEqual([...Array.from({ length: 7 }, () => "duplicate"), "message"]);
  const events = await records.listEvents(target.ref);
  expect(events.filter(({ type }) => type === "inbound")).toHaveLength(1);
});

/** Returns the states of the mails that notify operators of a person's message. */
async function listNotices({ kind, id }: SubmissionRef): Promise<string[]> {
  const { rows } = await records.client.query<{ state: string }>(
    "SELECT state FROM mails WHERE mail = 'message' AND kind = $1 AND submission_id = $2 ORDER BY state",
    [kind, id],
  );
  return rows.map(({ state }) => state);
}

test("notifies operators once of eight simultaneous mails about one submission", async () => {
  const target = await newTarget();
  const raws = Array.from({ length: 8 }, (_, at) => writeAnswer(target, `<${at}@mail.example>`));
  await Promise.all(raws.map((raw) => receiveMail(raw, { now })));
  const events = await records.listEvents(target.ref);
  expect(events.filter(({ type }) => type === "inbound")).toHaveLength(8);
  expect(await listNotices(target.ref)).toEqual(["waiting"]);
});

test.each(["dead", "sending"])(
  "notifies operators of a later mail even if the notice of an earlier one is %s",
  async (state) => {
    const target = await newTarget();
    await receiveMail(writeAnswer(target, "<first@mail.example>"), { now });
    await records.client.query("UPDATE mails SET state = $1 WHERE mail = 'message' AND submission_id = $2", [
      state,
      target.ref.id,
    ]);
    for (const id of ["<second@mail.example>", "<third@mail.example>"])
      await receiveMail(writeAnswer(target, id), { now });
    expect(await listNotices(target.ref)).toEqual([state, "waiting"]);
  },
);

test.each(["operator_id = 'ana'", "operator_ids = '{ana}'"])(
  "notifies operators of a later mail even if a notice with %s waits for one of them",
  async (part) => {
    const target = await newTarget();
    await receiveMail(writeAnswer(target, "<first@mail.example>"), { now });
    await records.client.query(`UPDATE mails SET ${part} WHERE mail = 'message' AND submission_id = $1`, [
      target.ref.id,
    ]);
    await receiveMail(writeAnswer(target, "<second@mail.example>"), { now });
    expect(await listNotices(target.ref)).toEqual(["waiting", "waiting"]);
  },
);

test("stores a mail even if another sender has already used its Message-ID", async () => {
  const target = await newTarget();
  const messageId = "<guessed@mail.example>";
  expect(await receiveMail(writeMailToUs(target, plain("x"), { messageId, from: target.other }), { now })).toBe("held");
  expect(await receiveMail(writeAnswer(target, messageId), { now })).toBe("message");
});

test("attaches a person's reply about a repeat to the first submission", async () => {
  const target = await newTarget();
  const repeat = await records.evaluation({ email: target.address, repeat_of: target.ref.id });
  const answers = toMessageId(randomUUID(), repeat, "encaje.example");
  expect(await receiveMail(writeMailToUs(target, plain("Yes."), { answers, subject: "Re:" }), { now })).toBe("message");
  expect((await records.listEvents(target.ref)).map(({ type }) => type)).toContain("inbound");
  expect(await records.listEvents(repeat)).toEqual([]);
});

test("records a returned reply as the bounce of that reply", async () => {
  const { ref, acknowledgement, reply } = await newTarget();
  await receiveMail(newBounce(reply, `In-Reply-To: ${acknowledgement}`), { now });
  expect(await records.listEvents(ref)).toMatchObject([{ type: "inbound", details: { messageId: reply } }]);
});
