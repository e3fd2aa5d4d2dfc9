import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { connectMcp, evaluationArguments, type FormAnswer } from "../../e2e/support/mcp.ts";
import { callToolRaw, getState } from "../../e2e/support/mcp-calls.ts";
import { requestExamples } from "../contract/examples.ts";
import { CalComServer } from "../server/bookings/cal-com-server.fixture.ts";
import { switchToOwnDatabase } from "../server/own-database.fixture.ts";
import { DeskRecords } from "../server/submissions/core/desk.fixture.ts";

const { url } = await switchToOwnDatabase(process.env);
const calCom = new CalComServer();
const unlimited = "1000000000";
const limits = { RATE_LIMIT_IP_MAX: unlimited, RATE_LIMIT_AGENT_MAX: unlimited };
Object.assign(process.env, await calCom.start(), { LOG_LEVEL: "silent", ...limits });
const { dispatch } = await import("./dispatch.ts");
const { mcpRoute } = await import("./routes.ts");
const { toResponse } = await import("./next-router.ts");
const { forgetFreeTimes } = await import("../server/bookings/free-times.ts");
const { findSiteRoute } = await import("./site-routes.ts");
const { writeReminderToken } = await import("../server/bookings/by-receipt.ts");
const { writeReceipt } = await import("../server/submissions/intake/receipts.ts");

const records = new DeskRecords(url);
const siteUrl = "http://localhost:3000";
const timeZone = "America/Guatemala";
const unknown = { error: "There is no submission with this receipt, or the receipt is older than seven days." };

beforeEach(() => {
  calCom.asked = { slots: 0, bookings: 0, lookUps: 0 };
  calCom.bookings.length = 0;
  calCom.offer(20);
  forgetFreeTimes();
});
afterAll(async () => {
  await calCom.stop();
  expect(calCom.faults).toEqual([]);
});

async function send(path: string, { receipt, body }: { receipt?: string | undefined; body?: unknown } = {}) {
  const headers = { "content-type": "application/json", ...(receipt ? { "Submission-Receipt": receipt } : {}) };
  const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
  const response = toResponse(await dispatch(new Request(`${siteUrl}/api${path}`, init)));
  return { status: response.status, headers: response.headers, json: await response.json() };
}

type Example = (typeof requestExamples.submitEvaluation)["qualified" | "review"];

async function submit({ value }: Example = requestExamples.submitEvaluation.qualified) {
  const sent = await send("/leads/evaluate", { body: { ...value, email: `${randomUUID()}@example.com` } });
  const id: number = sent.json.id;
  return { ...sent, id, path: `/submissions/E-${id}`, receipt: sent.headers.get("Submission-Receipt") ?? "" };
}

const wish = (at = 0) => ({ start: calCom.free[at]?.toISOString(), timeZone, userConsent: true });
const change = (id: number, set: string) =>
  records.client.query(`UPDATE submissions SET ${set} WHERE kind = 'evaluation' AND id = $1`, [id]);

async function readConsentEvidence(reference: unknown) {
  const { rows } = await records.client.query(
    `SELECT details->>'consentEvidence' AS evidence FROM submission_events
    WHERE kind = 'evaluation' AND submission_id = $1 AND type = 'booking'`,
    [String(reference).slice(2)],
  );
  return rows[0]?.evidence;
}

test("responds to a submission with its receipt and its URL in headers", async () => {
  const { status, json, receipt, headers, id } = await submit();
  expect([status, Object.keys(json)]).toEqual([201, ["id", "route", "message", "schedulingUrl"]]);
  expect(receipt).toMatch(new RegExp(`^E-${id}\\.qualified\\.`));
  expect(headers.get("Location")).toBe(`/api/submissions/E-${id}`);
  const inquiry = await send("/leads/contact", { body: requestExamples.submitContact.web.value });
  expect(inquiry.headers.get("Location")).toBe(`/api/submissions/Q-${inquiry.json.id}`);
  const state = await send(`/submissions/Q-${inquiry.json.id}`, {
    receipt: inquiry.headers.get("Submission-Receipt") ?? "",
  });
  expect(state.json).toEqual({
    reference: `Q-${inquiry.json.id}`,
    sentAt: expect.any(String),
    consent: "not_asked",
  });
});

test("lists free times and books only one of them", async () => {
  const { path, receipt, id } = await submit();
  calCom.offer(60);
  const { json: offered } = await send(`${path}/times?timeZone=${timeZone}`, { receipt });
  expect(offered.timeZone).toBe(timeZone);
  expect(offered.times).toHaveLength(12);
  const [time] = offered.times;
  expect(time.text).toMatch(/ a las \d+:00 \(hora de Guatemala\)$/);
  const body = { start: time.start, timeZone, userConsent: true };
  const booked = await send(`${path}/booking`, { receipt, body });
  expect(booked).toMatchObject({
    status: 201,
    json: { state: "booked", start: time.start, text: time.text, manageUrl: expect.stringContaining("/booking/") },
  });
  expect(await readConsentEvidence(`E-${id}`)).toBe("claimed");
  expect((await send(`${path}/booking`, { receipt, body: wish(5) })).json).toEqual(booked.json);
  expect(calCom.bookings).toHaveLength(1);
  expect((await send(`${path}/times`, { receipt })).json).toMatchObject({ times: [], booking: { start: time.start } });
  const state = {
    reference: `E-${id}`,
    sentAt: expect.any(String),
    route: "qualified",
    consent: "unconfirmed",
    booking: booked.json,
  };
  expect((await send(path, { receipt })).json).toEqual(state);
  const at = new Date().toISOString();
  await records.client.query(
    `INSERT INTO submission_events (kind, submission_id, at, actor, type, details)
    VALUES ('evaluation', $1, $2, 'Eva', 'reply', '{}')`,
    [id, at],
  );
  expect((await send(path, { receipt })).json).toEqual({ ...state, repliedAt: at });
  // The person has written since the reply.
  await records.client.query("UPDATE submissions SET replied_at = NULL, asked_at = now() WHERE id = $1", [id]);
  expect((await send(path, { receipt })).json).toEqual({ ...state, repliedAt: at });
});

test("sends the same response for a forged, expired, missing, unrelated or erased receipt", async () => {
  const { path, receipt } = await submit();
  const old = { created_at: new Date(Date.now() - 7 * 86_400_000 - 1_000), route: "qualified", score: 15 };
  const { kind, id } = await records.evaluation(old);
  const expired = writeReceipt({ kind, id, route: "qualified", sentAt: old.created_at });
  const { receipt: others } = await submit();
  const erased = await submit();
  await records.client.query("DELETE FROM submissions WHERE kind = 'evaluation' AND id = $1", [erased.id]);
  const wrong = [
    ...[others, undefined, "x", receipt.replace(/.$/, (last) => (last === "A" ? "B" : "A"))].map((each) => ({
      path,
      receipt: each,
    })),
    { path: `/submissions/E-${id}`, receipt: expired },
    erased,
    { path: path.replace("E-", "Q-"), receipt },
  ];
  for (const { path, receipt } of wrong) {
    for (const [below, body] of [[""], ["/times"], ["/booking", wish()]] as const) {
      const { status, json } = await send(path + below, { receipt, body });
      expect({ receipt, below, status, json }).toEqual({ receipt, below, status: 404, json: unknown });
    }
  }
  expect(calCom.asked).toEqual({ slots: 0, bookings: 0, lookUps: 0 });
});

test.each([undefined, false, "true"])(
  "refuses to book with userConsent %j, and names the field",
  async (userConsent) => {
    const { path, receipt } = await submit();
    const { status, json, headers } = await send(`${path}/booking`, { receipt, body: { ...wish(), userConsent } });
    expect([status, json.error]).toEqual([400, expect.stringMatching(/userConsent .*ask the person first/)]);
    expect(headers.get("Invalid-Fields")).toMatch(/^userConsent=/);
    expect(calCom.asked.bookings).toBe(0);
  },
);

test.each([
  [undefined, "start is required (a time such as 2026-12-03T16:00:00Z)"],
  ["2026-12-03T10:00:00", "start must be a time such as 2026-12-03T16:00:00Z"],
])("explains the format of a time when it is sent as %s", async (start, fault) => {
  const { path, receipt } = await submit();
  const { status, json } = await send(`${path}/booking`, { receipt, body: { ...wish(), start } });
  expect([status, json.error]).toEqual([400, `Invalid payload: ${fault}.`]);
});

test("refuses a time that somebody else has booked in the meantime", async () => {
  const { path, receipt } = await submit();
  const body = wish();
  calCom.free.shift();
  expect(await send(`${path}/booking`, { receipt, body })).toMatchObject({
    status: 409,
    json: { error: "This time is no longer free. Ask for the free times again." },
  });
  expect(calCom.bookings).toEqual([]);
});

test.each([
  ["in review", requestExamples.submitEvaluation.review, "status = status", 409, undefined],
  ["withdrawn", undefined, "consent_withdrawn_at = now()", 409, undefined],
  ["spam", undefined, "status = 'spam', closed_at = now()", 503, "https://cal.example.com/company/review"],
])("offers no times for a submission that is %s, and books none", async (_, example, set, status, schedulingUrl) => {
  const { path, receipt, id } = await submit(example);
  await change(id, set);
  const { json } = await send(`${path}/times`, { receipt });
  expect([json.times, json.schedulingUrl]).toEqual([[], schedulingUrl]);
  expect((await send(`${path}/booking`, { receipt, body: wish() })).status).toBe(status);
  expect(calCom.asked).toEqual({ slots: 0, bookings: 0, lookUps: 0 });
});

test("returns the same state for spam as for a submission that nobody has seen", async () => {
  const { path, receipt, id } = await submit();
  const { json: received } = await send(path, { receipt });
  await change(id, "status = 'spam', closed_at = now()");
  expect((await send(path, { receipt })).json).toEqual(received);
});

test("returns the state of the first submission for the receipt of a repeat", async () => {
  const [first, repeat] = [await submit(), await submit()];
  await change(repeat.id, `repeat_of = ${first.id}`);
  await change(
    first.id,
    "consent_confirmed_at = now(), consent_notice_version = '2026-11-28', status = 'contacted', replied_at = now()",
  );
  const { json } = await send(first.path, { receipt: first.receipt });
  expect(json).toMatchObject({ consent: "confirmed", repliedAt: expect.any(String) });
  const { reference, sentAt } = (await send(repeat.path, { receipt: repeat.receipt })).json;
  expect((await send(repeat.path, { receipt: repeat.receipt })).json).toEqual({ ...json, reference, sentAt });
});

test("says when to try again if the booking service refuses to book", async () => {
  const { path, receipt } = await submit();
  calCom.manner.bookings = "strict";
  const { status, headers } = await send(`${path}/booking`, { receipt, body: wish() });
  calCom.manner.bookings = "as documented";
  expect([status, headers.get("Retry-After")]).toEqual([503, "60"]);
});

test("allows ten booking attempts for each submission", async () => {
  const { path, receipt } = await submit();
  const body = { ...wish(), start: "2020-01-01T10:00:00Z" };
  const statuses = [];
  for (let count = 0; count < 10; count++) statuses.push((await send(`${path}/booking`, { receipt, body })).status);
  expect(statuses).toEqual(Array(10).fill(409));
  const { status, headers, json } = await send(`${path}/booking`, { receipt, body });
  expect([status, json.error]).toEqual([429, expect.stringContaining("Too many requests for this submission")]);
  expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
});

/** Posts a form without JavaScript. @returns the location of the redirect */
async function pressForm(path: string, fields: Record<string, string>, headers: Record<string, string>) {
  const type = { "content-type": "application/x-www-form-urlencoded", host: "localhost:3000" };
  const init = { method: "POST", headers: { ...type, ...headers }, body: new URLSearchParams(fields) };
  const response = await findSiteRoute("POST", path)?.(new Request(siteUrl + path, init));
  return String(response?.headers.Location);
}

describe("the link of a reminder", () => {
  const page = "/es/evaluacion/recordatorio";
  const day = 86_400_000;

  async function submitReminded(sentBefore = 0) {
    const { id, receipt } = await submit();
    const { rows } = await records.client.query("SELECT created_at AS at FROM submissions WHERE id = $1", [id]);
    const own = { kind: "evaluation", id, sentAt: rows[0].at } as const;
    return { id, receipt, token: writeReminderToken(own, new Date(Date.now() - sentBefore)) };
  }

  async function press(id: number, token: string, headers: Record<string, string> = {}) {
    const fields = { token, reference: `E-${id}`, start: wish().start ?? "", zone: timeZone };
    return new URL(await pressForm(`${page}/enviar`, fields, headers), siteUrl);
  }

  test("books with one click, even from an old browser that sends no origin", async () => {
    const { id, token } = await submitReminded();
    const { pathname, searchParams } = await press(id, token, { origin: "null" });
    expect([pathname, Object.fromEntries(searchParams)]).toEqual([page, { token, zone: timeZone }]);
    expect(calCom.bookings).toHaveLength(1);
    const file = findSiteRoute("GET", "/es/evaluacion/cita.ics");
    const request = new Request(`${siteUrl}/es/evaluacion/cita.ics?${new URLSearchParams({ token })}`);
    expect((await file?.(request))?.status).toBe(200);
    await press(id, token);
    expect(calCom.bookings).toHaveLength(1);
  });

  test("books nothing with a forged, expired or unrelated token", async () => {
    const { id, receipt, token } = await submitReminded();
    const { token: other } = await submitReminded();
    const { id: expiredId, token: expired } = await submitReminded(14 * day + 1);
    for (const wrong of [receipt, other, "", `${token}A`])
      expect((await press(id, wrong)).searchParams.get("booking")).toBe("unavailable");
    await press(expiredId, expired);
    expect(calCom.asked.bookings).toBe(0);
  });

  test("books nothing for a request from another site", async () => {
    const { id, token } = await submitReminded();
    const { searchParams } = await press(id, token, { origin: "https://evil.example", "sec-fetch-site": "cross-site" });
    expect([searchParams.get("booking"), calCom.asked.bookings]).toEqual(["unavailable", 0]);
  });
});

describe("the form that shares a result", () => {
  const page = "/es/evaluacion/resultado";

  const press = (receipt: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    pressForm("/es/evaluacion/compartir/enviar", { receipt, sharing: "start", ...fields }, headers);
  async function isShared(id: number) {
    const { rows } = await records.client.query("SELECT shared_at AS at FROM submissions WHERE id = $1", [id]);
    return rows[0].at !== null;
  }

  test("lets the person with the receipt create and end the link that shares a result", async () => {
    const { id, receipt } = await submit();
    const reference = `E-${id}`;
    expect(await press(receipt, { reference, zone: timeZone })).toBe(
      `${page}?${new URLSearchParams({ receipt, zone: timeZone })}#share`,
    );
    expect(await isShared(id)).toBe(true);
    await press(receipt, { reference, sharing: "end" });
    expect(await isShared(id)).toBe(false);
  });

  test("creates no link that shares a result without the submission's own receipt", async () => {
    const [{ id, receipt }, other] = [await submit(), await submit()];
    const reference = `E-${id}`;
    const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    expect(await press(receipt, { reference }, foreign)).toBe(`${page}?sharing=failed#share`);
    for (const wrong of ["", `${receipt}A`, other.receipt])
      expect(await press(wrong, { reference })).toMatch(/\bsharing=failed#share$/);
    expect([await isShared(id), await isShared(other.id)]).toEqual([false, false]);
  });
});

describe("an assistant by MCP", () => {
  const ask: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    request.headers.set("host", new URL(siteUrl).host);
    return toResponse(await mcpRoute(request));
  };

  test("asks the person to agree to the exact time, and books only after that", async () => {
    const asked: string[] = [];
    let answer: FormAnswer = { action: "accept", content: { agree: true } };
    const { call } = await connectMcp(siteUrl, {
      fetch: ask,
      respondToForm: (message) => {
        asked.push(message);
        return answer;
      },
    });
    const { receipt, reference } = (await call("submit_evaluation", evaluationArguments())).structured ?? {};
    const { structured: offered = {} } = await call("list_times", { receipt, timeZone });
    const [{ start, text }] = offered.times as [{ start: string; text: string }];
    const given = { receipt, start, timeZone, language: "es", userConsent: true };
    for (const refusal of [{ action: "decline" }, { action: "accept", content: { agree: false } }] as FormAnswer[]) {
      answer = refusal;
      expect(await call("book_time", given)).toMatchObject({
        isError: true,
        text: expect.stringContaining("The person has not agreed."),
      });
    }
    expect(calCom.asked.bookings).toBe(0);
    answer = { action: "accept", content: { agree: true } };
    const { structured: booked } = await call("book_time", given);
    expect(booked).toMatchObject({ state: "booked", start, text });
    expect(asked.at(-1)).toContain("test-host");
    expect(asked.at(-1)).toContain(`para el ${text}, una cita con Encaje`);
    const sentFields = "nombre, correo, zona horaria, idioma y referencia";
    expect(asked.at(-1)).toContain(`Su ${sentFields} se envían a cal.example.com`);
    expect(await readConsentEvidence(reference)).toBe("elicited");
    const { structured: state } = await call("get_submission", { receipt });
    expect(state).toMatchObject({ reference, route: "qualified", booking: booked });
    const questions = asked.length;
    const { text: refusal } = await call("book_time", { ...given, receipt: "E-1.qualified.x.y" });
    expect([refusal, asked]).toEqual([unknown.error, expect.objectContaining({ length: questions })]);
    expect(calCom.bookings).toHaveLength(1);
  });

  test("books nothing when a consent question is accepted after the person has declined it", async () => {
    const { receipt } = await submit();
    const given = { receipt, ...wish(), language: "en" };
    const call = (change: object) => callToolRaw(`${siteUrl}/mcp`, "book_time", given, change, ask);
    const requestState = getState(await call({}));
    await call({ inputResponses: { consent: { action: "decline" } }, requestState });
    const inputResponses = { consent: { action: "accept", content: { agree: true } } };
    expect(await call({ inputResponses, requestState })).toMatchObject({ isError: true });
    expect(calCom.asked.bookings).toBe(0);
    expect(await call({ inputResponses, requestState: getState(await call({})) })).not.toHaveProperty("isError", true);
    expect(calCom.bookings).toHaveLength(1);
  });

  test("requires userConsent from an assistant whose client cannot show forms", async () => {
    const { call } = await connectMcp(siteUrl, { fetch: ask, generation: "first" });
    const { receipt } = await submit();
    const given = { receipt, ...wish(), language: "en", agentName: "Claude" };
    for (const userConsent of [undefined, false]) {
      const { isError, text } = await call("book_time", { ...given, userConsent });
      expect([isError, text]).toEqual([true, expect.stringContaining("userConsent")]);
    }
    expect(calCom.asked.bookings).toBe(0);
    expect((await call("book_time", given)).isError).toBe(false);
    expect(calCom.bookings).toHaveLength(1);
  });

  test("reveals nothing without the receipt of a submission", async () => {
    const { call } = await connectMcp(siteUrl, { fetch: ask });
    const given = { receipt: "E-1.qualified.x.y", ...wish(), language: "en" };
    const { receipt } = given;
    for (const result of [
      await call("get_submission", { receipt }),
      await call("list_times", { receipt }),
      await call("book_time", given),
    ]) {
      expect(result).toEqual({ isError: true, structured: undefined, text: unknown.error });
    }
    expect(calCom.asked).toEqual({ slots: 0, bookings: 0, lookUps: 0 });
  });
});
