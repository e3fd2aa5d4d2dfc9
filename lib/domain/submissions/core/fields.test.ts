import { expect, test } from "vitest";
import en from "../../../../messages/en/site.json" with { type: "json" };
import es from "../../../../messages/es/site.json" with { type: "json" };
import { fieldNames, fields, storedFields } from "./fields.ts";
import { privacyNoticeVersion } from "./promises.ts";
import { contactFields, evaluationFields } from "./schema.ts";

/** If this list changes, the privacy notice needs a new version and a sentence about the change. */
const inForce = {
  version: "2026-12-01",
  items: "answers assistant email identity message page phone project source topic trap visit",
};

test("requires a new version of the privacy notice when its items change", () => {
  const items = new Set(fieldNames.map((name) => fields[name].notice.replace(/^.*\./, "")));
  expect({ version: privacyNoticeVersion, items: [...items].sort().join(" ") }).toEqual(inForce);
});

/** Items of the privacy notice that belong to no field, because the service itself adds their data. */
const added = [
  "question.person",
  "evaluation.result",
  "both.receipt",
  "changes.subscription",
  "connection.address",
  "connection.steps",
];

test.each(Object.entries({ en, es }))("the privacy notice names every field, and nothing else: %s", (_, messages) => {
  const items = Object.entries(messages.privacy.collected).flatMap(([section, { items }]) =>
    Object.keys(items).map((item) => `${section}.${item}`),
  );
  const named = fieldNames.map((name) => fields[name].notice);
  expect(new Set([...named, ...added])).toEqual(new Set(items));
});

test("stores with each kind of submission exactly the fields of its own form", () => {
  const answers = ["answers", "answersByKey"];
  const listStored = (names: string[]) => names.filter((name) => name !== "website" && !answers.includes(name)).sort();
  expect(storedFields.evaluation.map(({ name }) => name).sort()).toEqual(listStored(Object.keys(evaluationFields)));
  expect(storedFields.inquiry.map(({ name }) => name).sort()).toEqual(listStored(Object.keys(contactFields)));
});
