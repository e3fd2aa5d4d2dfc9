import { expect, test } from "vitest";
import { getDeskTextFor } from "#lib/i18n/desk-text.ts";
import { formatAuditDetails } from "./audit-table.tsx";

const formats = {
  formatTime: (time: Date) => `time ${time.getTime()}`,
  formatDay: (day: string) => `day ${day}`,
  formatField: (name: string) => `field ${name}`,
};
const format = (details: Record<string, unknown>) =>
  (["en", "es"] as const).map((language) => formatAuditDetails(getDeskTextFor(language, "auth"), details, formats));

test("shows audit details in the operator's language", () => {
  expect(format({ email: "ana@desk.example", from: "member", to: "admin" })).toEqual([
    "address: ana@desk.example, from: member, to: admin",
    "correo: ana@desk.example, de: miembro, a: administrador",
  ]);
  expect(format({ evaluations: 2, inquiries: 0, mentions: 1 })).toEqual([
    "evaluations: 2, inquiries: 0, mentions: 1",
    "evaluaciones: 2, consultas: 0, menciones: 1",
  ]);
  expect(format({ from: "elsewhere" })).toEqual(["from: elsewhere", "de: otro lugar"]);
  expect(format({ rule: "none", isOn: false })).toEqual(["rule: none, on: no", "regla: none, activa: no"]);
  expect(format({ fields: ["titleEn", "spec"] })).toEqual([
    "fields: field titleEn; field spec",
    "campos: field titleEn; field spec",
  ]);
});

test("shows a submission in audit details by its reference", () => {
  expect(format({ kind: "evaluation", id: 12 })).toEqual(["submission: E-12", "envío: E-12"]);
});

test("shows untranslated audit details as they are stored, and omits null values", () => {
  expect(format({ duty: "off", until: null, size: { bytes: 4 } })).toEqual([
    'duty: off duty, size: {"bytes":4}',
    'turno: fuera de turno, size: {"bytes":4}',
  ]);
});

test("shows operator input in audit details verbatim, even if it equals a translated value", () => {
  expect(format({ slug: "address", slugBefore: "domain", email: "admin", type: "address" })).toEqual([
    "entry: address, slug before: domain, address: admin, kind: address",
    "entrada: address, slug anterior: domain, correo: admin, tipo: dirección",
  ]);
  expect(format({ key: "none", endpoint: "code" })).toEqual([
    "key: none, endpoint: code",
    "clave: none, destino: code",
  ]);
});

test("formats times and days in audit details with the desk's formats", () => {
  expect(format({ takenAt: "1970-01-01T00:00:05.000Z", duty: "off", until: "2026-12-24" })).toEqual([
    "backup of: time 5000, duty: off duty, until: day 2026-12-24",
    "respaldo del: time 5000, turno: fuera de turno, hasta: day 2026-12-24",
  ]);
});

test("omits database row IDs from audit details", () => {
  expect(format({ type: "domain", entry: 15, rules: [3, 1] })).toEqual(["kind: domain", "tipo: dominio"]);
});
