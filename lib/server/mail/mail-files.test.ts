import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { mailFileName, toMailFile } from "./mail-files.ts";

const id = randomUUID();

test("parses the type and the submission of a mail from its file name", () => {
  const name = mailFileName({ kind: "inquiry", id: 7 }, "reply", id);
  expect(toMailFile(name)).toEqual({ name, kind: "inquiry", id: 7, mail: "reply" });
});

test.each([
  "../secret.eml",
  `../evaluation-1-notice-${id}.eml`,
  `evaluation-1-notice-${id}.eml/../../secret.eml`,
  `./evaluation-1-notice-${id}.eml`,
  `..%2Fevaluation-1-notice-${id}.eml`,
  `..\\evaluation-1-notice-${id}.eml`,
  `evaluation-1-notice-${id}.eml\n`,
  `evaluation-1-notice-${id}.eml\0`,
  `evaluation-1-notice-${id}.eml.tmp`,
  `evaluation-1-other-${id}.eml`,
  "evaluation-1-notice.eml",
  `/etc/passwd`,
  `evaluation-1-..-${id}.eml`,
  "",
])("does not accept %j as the name of a mail file", (name) => {
  expect(toMailFile(name)).toBeNull();
});
