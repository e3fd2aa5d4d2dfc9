import { expect, test } from "vitest";
import { deskText } from "#lib/i18n/desk-text.ts";
import { formatAuditDetails } from "./audit-details.ts";

const format = (details: Record<string, unknown>) =>
  (["en", "es"] as const).map((language) => formatAuditDetails(deskText(language, "auth"), details));

test("details of the audit log are in the operator's language", () => {
  expect(format({ email: "ana@desk.example", from: "member", to: "admin" })).toEqual([
    "address: ana@desk.example, from: member, to: admin",
    "correo: ana@desk.example, de: miembro, a: administrador",
  ]);
  expect(format({ evaluations: 2, inquiries: 0, mentions: 1 })).toEqual([
    "evaluations: 2, inquiries: 0, mentions: 1",
    "evaluaciones: 2, consultas: 0, menciones: 1",
  ]);
  expect(format({ rule: 3, isOn: false })).toEqual(["rule: 3, on: no", "regla: 3, activa: no"]);
});

test("a submission is named by its reference", () => {
  expect(format({ kind: "evaluation", id: 12 })).toEqual(["submission: E-12", "envío: E-12"]);
});

test("what has no words in a language is shown as it is stored, and nothing in the place of null", () => {
  expect(format({ duty: "off", until: null, rules: [3, 1], size: { bytes: 4 } })).toEqual([
    'duty: off duty, order: 3 1, size: {"bytes":4}',
    'turno: fuera de turno, orden: 3 1, size: {"bytes":4}',
  ]);
});
