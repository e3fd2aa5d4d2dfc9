import { hash, randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Operator } from "../../../domain/access/operator.ts";
import type { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import { parseInboxQuery } from "../../../domain/submissions/inbox/inbox-query.ts";
import { builtInViews, NewView } from "../../../domain/submissions/inbox/views.ts";
import { switchToOwnDatabase } from "../../own-database.fixture.ts";
import { DeskRecords, hoursAgo, newWord, now, readExport } from "../core/desk.fixture.ts";
import { exportSubmissions } from "./export-submissions.ts";
import { listSubmissions } from "./list-submissions.ts";
import { changeView, countNewSpam, deleteView, listViews, markSpamSeen, orderViews, saveView } from "./views.ts";

// Uses its own database, because the number of new spam submissions depends on all submissions.
const { url } = await switchToOwnDatabase(process.env);
const records = new DeskRecords(url);
const [ana, beto, admin] = [await records.operator({ name: "Ana" }), await records.operator(), await records.admin()];

const context = (operator: Operator) => ({ operator, now });
const save = (operator: Operator, query: string, change: object = {}) =>
  saveView(NewView.parse({ name: "A view", isShared: false, query, ...change }), context(operator));
const listOwn = async (operator: Operator) =>
  (await listViews({}, context(operator))).views.filter(({ owner }) => owner !== null);
const found = async (operator: Operator, params: Record<string, string>) =>
  (await listSubmissions(parseInboxQuery(params), context(operator))).rows.map(({ kind, id }) => ({ kind, id }));

describe("saved views", () => {
  test("lists the operator's own views in order, followed by shared ones", async () => {
    const operator = await records.operator();
    const other = await records.operator({ name: "Olga" });
    const [one, two, three] = [
      await save(operator, "status=new", { name: "One" }),
      await save(operator, "status=won", { name: "Two" }),
      await save(operator, "status=lost", { name: "Three" }),
    ];
    await save(other, "status=open", { name: "Hidden" });
    const shared = await save(other, "status=open", { name: "Shared", isShared: true });
    await orderViews({ ids: [three.id, one.id] }, { operator });
    const views = await listOwn(operator);
    const own = views.filter(({ owner }) => owner?.id === operator.id);
    expect(own.map(({ id }) => Number(id))).toEqual([three.id, one.id, two.id]);
    expect(views.slice(0, 3)).toEqual(own);
    expect(views.map(({ name }) => name)).not.toContain("Hidden");
    expect(views.find(({ id }) => Number(id) === shared.id)).toMatchObject({
      name: "Shared",
      owner: { id: other.id, name: "Olga" },
      isEditable: false,
      query: "status=open",
    });
  });

  test("saves a view's filters in normal form, without other parameters", async () => {
    const { id } = await save(
      ana,
      "?view=today&nonsense=1&status=won,new&cursor=inquiry-1-1&direction=backward&q=caf%C3%A9",
    );
    const view = (await listOwn(ana)).find((each) => Number(each.id) === id);
    expect(view?.query).toBe("status=new%2Cwon&q=caf%C3%A9");
  });

  test("lets only the owner change a private view, and admins also a shared one", async () => {
    const [own, shared] = [await save(ana, "q=a"), await save(ana, "q=b", { isShared: true })];
    const notFound = { kind: "not_found" };
    for (const id of [own.id, shared.id]) {
      await expect(changeView({ id, name: "Mine" }, { operator: beto })).rejects.toMatchObject(notFound);
      await expect(deleteView({ id }, { operator: beto })).rejects.toMatchObject(notFound);
    }
    await expect(deleteView({ id: own.id }, { operator: admin })).rejects.toMatchObject(notFound);
    await changeView({ id: own.id, name: "Renamed" }, { operator: ana });
    await changeView({ id: shared.id, name: "By an admin" }, { operator: admin });
    const views = await listOwn(ana);
    expect(views.find(({ id }) => id === String(own.id))).toMatchObject({ name: "Renamed", query: "q=a" });
    expect(views.find(({ id }) => id === String(shared.id))).toMatchObject({ name: "By an admin", query: "q=b" });
    await deleteView({ id: shared.id }, { operator: admin });
    expect((await listOwn(ana)).map(({ id }) => id)).not.toContain(String(shared.id));
  });

  test("limits each operator to fifty saved views, even when they are saved at the same time", async () => {
    const operator = await records.operator();
    const saved = await Promise.allSettled(Array.from({ length: 53 }, () => save(operator, "")));
    expect(saved.filter(({ status }) => status === "fulfilled")).toHaveLength(50);
    expect(new Set((await listOwn(operator)).map(({ id }) => id)).size).toBeGreaterThanOrEqual(50);
  });
});

describe("view in the inbox URL", () => {
  test("applies a view to the list, the count and the exported file", async () => {
    const operator = await records.operator();
    const word = newWord();
    const mine = await records.evaluation({ company: word, owner_id: operator.id });
    const asked = await records.inquiry({ text: word, owner_id: operator.id });
    await records.inquiry({ text: word });
    const { id } = await save(operator, `owner=me&q=${word}&sort=oldest`, { isShared: true });
    const view = String(id);
    expect(await found(operator, { view })).toEqual([mine, asked]);
    expect(await found(operator, { view, kind: "inquiry" })).toEqual([asked]);
    expect((await listOwn(operator)).find((each) => each.id === view)?.count).toEqual({ count: 2, isCapped: false });
    const rows = await readExport(exportSubmissions(parseInboxQuery({ view }), context(operator)));
    expect(rows.map((row) => Number(row.id))).toEqual([mine.id, asked.id]);
    // "me" means the viewing operator, not the owner of the view.
    expect(await found(beto, { view })).toEqual([]);
  });

  test("saves the filters of the overview's links in a view", async () => {
    const operator = await records.operator();
    const word = newWord();
    const given = { utm: { utm_source: word }, answers: Array(9).fill(2), status: "lost", close_reason: `¡${word}!` };
    const lost = await records.evaluation(given);
    for (const other of [
      { close_reason: "Other" },
      { answers: Array(9).fill(1) },
      { utm: { utm_source: `${word}s` } },
    ]) {
      await records.evaluation({ ...given, ...other });
    }
    const query = `status=lost&source=named%3A${word}&sourceNot=direct&sourceNot=agent%3AX&reason=${word}&answer=budget.over_20k`;
    const { id } = await save(operator, query);
    const view = (await listOwn(operator)).find((each) => each.id === String(id));
    expect(view).toMatchObject({ query, count: { count: 1 } });
    expect(await found(operator, { view: String(id) })).toEqual([lost]);
  });

  test("reports another operator's private view as not found", async () => {
    const { id } = await save(ana, "");
    for (const view of [String(id), "999999999", "nonsense"]) {
      await expect(found(beto, { view })).rejects.toMatchObject({ kind: "not_found" });
    }
  });
});

describe("built-in views", () => {
  const listIn = async (view: string, operator: Operator, company: string) => found(operator, { view, q: company });

  test("lists due, own, unbooked and unconfirmed submissions", async () => {
    const operator = await records.operator();
    const company = newWord();
    const agent = { channel: "ai_agent", agent_name: "Some Assistant", user_consent: true };
    const redirect = { company, route: "redirect" };
    const late = await records.evaluation({ company, created_at: hoursAgo(90) });
    await records.evaluation({ company, created_at: now });
    const own = await records.evaluation({ ...redirect, owner_id: operator.id });
    await records.evaluation({ ...redirect, owner_id: operator.id, status: "lost" });
    const qualified = await records.evaluation({ company, route: "qualified", status: "contacted", replied_at: now });
    await records.evaluation({ company, route: "qualified", status: "booked", replied_at: now });
    const standing = await records.evaluation({ company, route: "qualified", status: "contacted", replied_at: now });
    await records.booking(standing, "pending");
    const cancelled = await records.evaluation({ company, route: "qualified", created_at: hoursAgo(1) });
    await records.booking(cancelled, "cancelled");
    const claimed = await records.evaluation({ ...redirect, ...agent });
    const confirmed = { consent_confirmed_at: now, consent_notice_version: "2026-09-01" };
    await records.evaluation({ ...redirect, ...agent, ...confirmed });
    expect(await listIn("today", operator, company)).toEqual([late]);
    expect(await listIn("mine", operator, company)).toEqual([own]);
    expect(await listIn("qualified", operator, company)).toEqual([cancelled, qualified]);
    expect(await listIn("unconfirmed", operator, company)).toEqual([claimed]);
    expect(await found(operator, { q: company, due: "late" })).toEqual([late]);
    expect(await found(operator, { q: company })).toHaveLength(10);
  });

  test("returns counts and normalized queries of the built-in views", async () => {
    const { views } = await listViews({}, context(ana));
    for (const [id, query] of Object.entries(builtInViews)) {
      const view = views.find((each) => each.id === id);
      expect(view).toMatchObject({ query, name: null, count: { count: expect.any(Number) } });
      expect(NewView.parse({ name: "x", isShared: false, query }).query).toBe(query);
    }
  });
});

const spam = { status: "spam", created_at: hoursAgo(400), closed_at: hoursAgo(399), spam_reasons: ["honeypot"] };

const receive = ({ kind, id }: SubmissionRef, hours: number, type = "message") =>
  records.client.query(
    `INSERT INTO inbound_mails (received_at, digest, type, kind, submission_id, from_address, from_name, subject, text, quoted, authentication)
     VALUES ($1, $2, $3, $4, $5, 'ana@example.com', '', '', 'Did you get it?', '', 'none')`,
    [hoursAgo(hours), hash("sha256", randomUUID()), type, kind, id],
  );

test("counts a spam submission as new again once when its sender writes", async () => {
  const operator = await records.operator();
  await markSpamSeen({}, { operator, now: hoursAgo(10) });
  const [wrote, machine, before, back, repeated] = [
    await records.inquiry(spam),
    await records.inquiry(spam),
    await records.inquiry({ ...spam, spam_reasons: null, closed_at: hoursAgo(8) }),
    await records.inquiry(),
    await records.evaluation({ ...spam, closed_at: hoursAgo(2), created_at: hoursAgo(3) }),
  ];
  for (const hours of [9, 8]) await receive(wrote, hours);
  await receive(machine, 9, "auto_reply");
  await receive(before, 9);
  await receive(back, 9);
  await receive(repeated, 1);
  expect(await countNewSpam({ operator })).toBe(2);
  const { rows } = await listSubmissions(parseInboxQuery({ view: "spam" }), { operator, now });
  expect(rows.map(({ kind, id }) => ({ kind, id }))).toEqual(expect.arrayContaining([wrote, repeated]));
  await markSpamSeen({}, { operator, now });
  expect(await countNewSpam({ operator })).toBe(0);
  await receive(machine, -1);
  expect(await countNewSpam({ operator })).toBe(1);
});
