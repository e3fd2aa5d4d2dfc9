import { expect, test } from "vitest";
import { NewTemplate } from "../../../domain/submissions/reply/reply-template.ts";
import { listAudit } from "../../audit.ts";
import { DeskRecords, newWord, now } from "../core/desk.fixture.ts";
import { getReplyDesk } from "./get-reply-desk.ts";
import { listReplyTemplates, removeReplyTemplate, saveReplyTemplate } from "./reply-templates.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
const [ana, beto, member] = [await records.admin(), await records.admin(), await records.operator({ name: "Carla" })];

const save = (change: object, admin = ana) =>
  saveReplyTemplate(NewTemplate.parse({ name: "A", textEn: "Hello {name}", textEs: "Hola {name}", ...change }), {
    admin,
    now,
  });

test("offers the last saved version of a template until it is removed", async () => {
  const name = newWord();
  const { template } = await save({ name });
  expect(await save({ name: `${name}2`, template, version: 1 }, beto)).toEqual({ template, version: 2 });
  const offered = (await listReplyTemplates({ operator: member })).filter(({ id }) => id === template);
  expect(offered).toMatchObject([{ name: `${name}2`, version: 2, actor: beto.name, kind: null, route: null }]);
  await removeReplyTemplate({ template, version: 2 }, { admin: ana, now });
  expect((await listReplyTemplates({ operator: member })).map(({ id }) => id)).not.toContain(template);
  await expect(save({ template, version: 3 })).rejects.toMatchObject({ kind: "conflict" });
  const { entries } = await listAudit({}, { admin: ana });
  expect(entries.filter(({ details }) => details.template === `${name}2`)).toHaveLength(3);
});

test("refuses the second of two changes to the same version of a template", async () => {
  const { template } = await save({ name: newWord() });
  const both = await Promise.allSettled([save({ template, version: 1 }), save({ template, version: 1 }, beto)]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect(removeReplyTemplate({ template, version: 1 }, { admin: ana, now })).rejects.toMatchObject({
    kind: "conflict",
  });
});

test("fills in templates in the person's language, and lists suitable ones first", async () => {
  const [first, second] = [`a${newWord()}`, `b${newWord()}`];
  await save({ name: first, kind: "inquiry" });
  const textEs = "{name}, {company}, {role}, {reference}, {operator}, {site}: {project} {booking_link}";
  await save({ name: second, textEs, kind: "evaluation", route: "review" });
  const ref = await records.evaluation({ name: "Ana {site}", company: "Casa {name}", text: "Uno\ndos" });
  const desk = await getReplyDesk(ref, { operator: member });
  const own = desk.templates.filter(({ name }) => name === first || name === second);
  const text = `Ana site, Casa {name}, Brand manager, E-${ref.id}, Carla, Encaje: Uno dos `;
  expect(own).toMatchObject([
    { name: second, suits: true, text: expect.stringContaining(text) },
    { name: first, suits: false, text: "Hola Ana site" },
  ]);
  expect(own[0]?.text).not.toContain("{booking_link}");
  expect(desk).toMatchObject({ sender: "Carla, Encaje", signature: "Carla\nEncaje", isConsentAsked: false, files: [] });
  const inquiry = await getReplyDesk(await records.inquiry({ company: null }), { operator: member });
  expect(inquiry.templates.find(({ name }) => name === second)).toMatchObject({
    suits: false,
    text: expect.stringContaining("{company}, {role}"),
  });
});
