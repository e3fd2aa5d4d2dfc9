import { beforeEach, describe, expect, test, vi } from "vitest";
import { draftDays } from "../../lib/domain/submissions/intake/privacy-notice.ts";
import { type Draft, deleteDraft, keepDraft, listNewerFields, readDraft, writeDraft } from "./draft-store.ts";

const day = 24 * 60 * 60 * 1000;
const now = Date.UTC(2026, 10, 21);
const [evaluation, contact] = [{ name: "evaluation" }, { name: "contact" }];
const draft: Draft = {
  values: { name: "Ana 🌋" },
  step: 3,
  changedAt: now,
  attempt: { key: "k".repeat(32), body: {} },
};

class FakeStorage {
  readonly kept = new Map<string, string>();
  getItem(name: string): string | null {
    return this.kept.get(name) ?? null;
  }
  setItem(name: string, value: string): void {
    this.kept.set(name, value);
  }
  removeItem(name: string): void {
    this.kept.delete(name);
  }
}

let localDrafts: FakeStorage;

beforeEach(() => {
  localDrafts = new FakeStorage();
  vi.stubGlobal("localStorage", localDrafts);
  vi.useFakeTimers({ now });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

describe("a draft", () => {
  test("reads back a stored draft under its own name until it is deleted", () => {
    expect(writeDraft(evaluation, draft)).toBe(true);
    expect(readDraft(evaluation)).toEqual(draft);
    expect(readDraft(contact)).toBeNull();
    expect(deleteDraft(evaluation)).toBe(true);
    expect(readDraft(evaluation)).toBeNull();
    expect(localDrafts.kept.size).toBe(0);
  });

  test("keeps a draft for seven days from its last change, then deletes it completely", () => {
    writeDraft(contact, draft);
    vi.setSystemTime(now + draftDays * day - 1);
    expect(readDraft(contact)).toEqual(draft);
    vi.setSystemTime(now + draftDays * day);
    expect(readDraft(contact)).toBeNull();
    expect(localDrafts.kept.size).toBe(0);
  });
});

test("keeps a session draft only in session storage", () => {
  const session = new FakeStorage();
  vi.stubGlobal("sessionStorage", session);
  const place = { name: "reply.7", storage: "session" } as const;
  expect(writeDraft(place, draft)).toBe(true);
  expect([localDrafts.kept.size, session.kept.size]).toEqual([0, 1]);
  expect(readDraft(place)).toEqual(draft);
});

test("lists the fields that the draft of another tab has changed more recently", () => {
  const draft = { values: { name: "a", role: "b", phone: "" }, fieldChangedAt: { name: 2, role: 1 } };
  const other = {
    values: { name: "c", role: "d", phone: "1", email: "" },
    fieldChangedAt: { name: 1, role: 2, phone: 3 },
  };
  expect(listNewerFields(draft, other)).toEqual(["role", "phone"]);
  expect(listNewerFields(other, draft)).toEqual(["name"]);
  expect(listNewerFields(draft, { ...draft, fieldChangedAt: undefined })).toEqual([]);
});

test("stores lists and checkboxes in a draft", () => {
  const values = { title: "", services: [{ id: "a", isLive: true }, {}] };
  writeDraft(contact, { ...draft, values });
  expect(readDraft(contact)?.values).toEqual(values);
});

test.each([
  ...["{", "", "null", "7", "[]", "{}", '"draft"'],
  JSON.stringify({ ...draft, values: { name: 7 } }),
  JSON.stringify({ ...draft, values: null }),
  JSON.stringify({ ...draft, values: { services: [{ id: null }] } }),
  JSON.stringify({ ...draft, step: "3" }),
  JSON.stringify({ ...draft, step: 1.5 }),
  JSON.stringify({ ...draft, fieldChangedAt: 1 }),
  JSON.stringify({ ...draft, offer: { by: {}, values: {} } }),
  JSON.stringify({ ...draft, changedAt: undefined }),
  JSON.stringify({ ...draft, changedAt: "soon" }),
])("ignores malformed draft content: %s", (content) => {
  localDrafts.setItem("draft.contact", content);
  expect(readDraft(contact)).toBeNull();
});

test("reports that a draft cannot be stored when storage is disabled", () => {
  const refuse = () => {
    throw new DOMException("Storage is switched off.", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  expect(readDraft(evaluation)).toBeNull();
  expect(writeDraft(evaluation, draft)).toBe(false);
  expect(readDraft(evaluation)).toBeNull();
  expect(deleteDraft(evaluation)).toBe(false);
});

test("keeps a draft in the page while the browser refuses to store it", () => {
  const refusing = vi.spyOn(localDrafts, "setItem").mockImplementation(() => {
    throw new DOMException("Storage is full.", "QuotaExceededError");
  });
  expect(keepDraft(contact, draft)).toBe(false);
  expect(readDraft(contact)).toEqual(draft);
  deleteDraft(contact);
  expect(readDraft(contact)).toBeNull();
  keepDraft(contact, draft);
  refusing.mockRestore();
  const later = { ...draft, values: { name: "Ana" } };
  expect(keepDraft(contact, later)).toBe(true);
  expect(readDraft(contact)).toEqual(later);
});
