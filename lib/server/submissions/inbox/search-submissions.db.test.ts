import { describe, expect, test } from "vitest";
import { fieldNames, fields } from "../../../domain/submissions/core/fields.ts";
import type { SubmissionRef } from "../../../domain/submissions/core/submission-ref.ts";
import { parseInboxQuery } from "../../../domain/submissions/inbox/inbox-query.ts";
import { DeskRecords, hoursAgo, newWord, now } from "../core/desk.fixture.ts";
import { listSubmissions } from "./list-submissions.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
const operator = await records.operator();

type Params = Record<string, string | string[]>;
const list = (params: Params, limit?: number) => listSubmissions(parseInboxQuery(params), { operator, now }, limit);
const found = async (params: Params) => (await list(params)).rows.map(({ kind, id }) => ({ kind, id }));

describe("inbox search", () => {
  /** Excludes the phone, because it is searched by its digits, which test words do not contain. */
  const withWords = fieldNames.filter(
    (name) => fields[name].type === "text" && fields[name].column && name !== "phone",
  );

  test.each(withWords)("finds a word in the field %s exactly if the search covers that field", async (name) => {
    const { of, column, isSearched } = fields[name];
    const [word, later] = [newWord(), newWord()];
    const fill = (text: string) => (name === "email" ? `${text}@example.com` : text);
    // The other columns accept only certain values, so they must not be searched.
    if (!fields[name].askedIn && !fields[name].isMention) return expect(isSearched).toBe(false);
    const row = { [column ?? ""]: fill(word) };
    const submission = of === "inquiry" ? await records.inquiry(row) : await records.evaluation(row);
    expect(await found({ q: word })).toEqual(isSearched ? [submission] : []);
    const change = `UPDATE submissions SET ${column} = $1 WHERE ${column} = $2`;
    await records.client.query(change, [fill(later), fill(word)]);
    expect(await found({ q: word })).toEqual([]);
  });

  test("finds a whole email address, its beginning and its domain", async () => {
    const [word, domain] = [newWord(), newWord()];
    const lead = await records.evaluation({ email: `${word}@${domain}.example.com` });
    for (const q of [word, domain, `${word}@${domain}.example.com`]) expect(await found({ q })).toEqual([lead]);
  });

  test("finds submissions that no worker has processed yet", async () => {
    const word = newWord();
    const lead = await records.evaluation({ name: `Añejo ${word}`, phone: "+502 5555 1234", is_processed: false });
    for (const q of [word, `anejo ${word}`, `${word} 55551234`]) expect(await found({ q })).toEqual([lead]);
  });

  test("ignores accents and case in the search and in stored texts", async () => {
    const word = newWord();
    const lead = await records.evaluation({ name: `Añejo ${word}`, company: "CAFÉ Volcán" });
    for (const typed of ["cafe", "CAFÉ", "café".normalize("NFD"), "volcan", "VOLCÁN", "anejo", "añejo", "AÑEJO"]) {
      expect(await found({ q: `${typed} ${word}` })).toEqual([lead]);
    }
  });

  test.each(["¿Pueden", "¡Pueden", "(Pueden", "«Pueden»", "“Pueden”"])(
    "finds a word written as %s",
    async (written) => {
      const word = newWord();
      const lead = await records.evaluation({ text: `${written} ${word}` });
      for (const q of ["pueden", "pued", written]) expect([q, await found({ q: `${q} ${word}` })]).toEqual([q, [lead]]);
    },
  );

  test("finds a name with either apostrophe", async () => {
    const word = newWord();
    const leads = [
      await records.evaluation({ company: "L’Oréal", name: word }),
      await records.evaluation({ company: "L'Oréal", name: word, created_at: hoursAgo(2) }),
    ];
    for (const q of ["l'oreal", "L’Oréal"]) expect([q, await found({ q: `${q} ${word}` })]).toEqual([q, leads]);
  });

  test("requires every word of a search, as a prefix, in any order", async () => {
    const word = newWord();
    const lead = await records.evaluation({ name: `${word} Hernandez`, company: "Volcan" });
    for (const q of [word.slice(0, 20), `volc hern ${word}`, `hernandez ${word}`])
      expect(await found({ q })).toEqual([lead]);
    for (const q of [`${word} guatemala`, word.slice(1), `${word}x`]) expect(await found({ q })).toEqual([]);
  });

  test("finds a submission by its number as the desk and the mails write it", async () => {
    const word = newWord();
    const id = 1_000_000_000 + Math.floor(Math.random() * 1_000_000_000);
    const lead = await records.evaluation({ id, name: word });
    const inquiry = await records.inquiry({ id, name: word });
    const owned = { owner: (await records.operator()).id };
    await records.client.query("UPDATE submissions SET owner_id = $1 WHERE id = $2", [owned.owner, lead.id]);
    for (const q of [`${lead.id}`, `#${lead.id}`, `su proyecto (referencia ${lead.id})`]) {
      expect([q, await found({ q, ...owned })]).toEqual([q, [inquiry, lead]]);
    }
    for (const q of [`lead ${lead.id}`, `Proyecto ${lead.id}`, `Lead #${lead.id}`]) {
      expect([q, await found({ q, ...owned })]).toEqual([q, [lead]]);
    }
    for (const q of [`Inquiry ${lead.id}`, `consulta ${lead.id}`])
      expect(await found({ q, ...owned })).toEqual([inquiry]);
    expect(await list({ q: `#${lead.id}`, ...owned, kind: "inquiry" }, 1)).toMatchObject({
      rows: [inquiry],
      total: { count: 1 },
    });
    expect(await found({ q: `#${lead.id}`, ...owned, status: "won" })).toEqual([]);
  });

  test("does not take digits inside a word for a phone number", async () => {
    const company = `AB-1462-4598-${newWord()}`;
    const lead = await records.evaluation({ company });
    expect(await found({ q: company })).toEqual([lead]);
  });

  test("also searches a number as a word, unless it is written with #", async () => {
    const digits = `9${Math.random().toString().slice(2, 9)}`;
    const lead = await records.evaluation({ company: `Café ${digits}` });
    expect(await found({ q: digits })).toEqual([lead]);
    expect(await found({ q: `#${digits}` })).toEqual([]);
    expect(await found({ q: digits.slice(0, -1) })).toEqual([]);
  });

  test("finds a phone number by its digits, however it is formatted", async () => {
    const digits = Math.random().toString().slice(2, 10).padEnd(8, "7");
    const [first, last] = [digits.slice(0, 4), digits.slice(4)];
    const name = newWord();
    const far = await records.evaluation({ name, phone: `+506 ${first}-${last}` });
    const near = await records.evaluation({ name, phone: `(${first}) ${last}`, created_at: hoursAgo(2) });
    await records.evaluation({ name, phone: "+506 1111-2222" });
    await records.evaluation({ name, phone: "by mail, please" });
    for (const q of [
      `+506 ${first}-${last}`,
      `+506${digits}`,
      `00506.${first}.${last}`,
      `506 ${first} ${last}`,
      digits,
    ]) {
      expect([q, await found({ q })]).toEqual([q, [far, near]]);
      expect(await found({ q: `${q} ${name.slice(0, 30)}` })).toEqual([far, near]);
    }
    expect(await found({ q: `+506 ${first} ${name}` })).toEqual([far]);
    for (const q of [":506", "506"]) expect(await found({ q: `${q} ${name}` })).toEqual([]);
  });

  test("finds an assistant by words of its name", async () => {
    const [agent, name] = [newWord(), newWord()];
    const given = { channel: "ai_agent", agent_name: `Ágent ${agent} 5`, user_consent: true, name };
    const refs = [await records.evaluation(given), await records.inquiry({ ...given, created_at: hoursAgo(3) })];
    for (const q of [agent, `agent ${agent}`, `${name} ${agent.slice(0, 30)}`])
      expect(await found({ q })).toEqual(refs);
  });

  test("combines a search with filters and with paging", async () => {
    const word = newWord();
    const refs: SubmissionRef[] = [];
    for (let count = 0; count < 5; count++) {
      const change = { name: word, created_at: hoursAgo(count), status: count % 2 ? "won" : "new" };
      refs.push(count % 3 ? await records.evaluation(change) : await records.inquiry(change));
    }
    expect(await found({ q: word, status: "won" })).toEqual([refs[1], refs[3]]);
    expect(await found({ q: word, status: ["won", "new"], kind: "inquiry" })).toEqual([refs[0], refs[3]]);
    const { rows, hasNext, total } = await list({ q: word }, 2);
    expect([rows.length, hasNext, total.count]).toEqual([2, true, 5]);
    const second = rows[1];
    const cursor = `${second?.kind}-${second?.createdAt.getTime()}-${second?.id}`;
    expect(await found({ q: word, cursor })).toEqual(refs.slice(2));
  });

  test.each([
    "'",
    "\\'",
    "a & !",
    ":*",
    "<->",
    "(",
    "x'); DROP TABLE leads; --",
    "\u202e",
    "http://[",
    "'".repeat(200),
    "ﬃ",
    "c:\\temp\\",
    "a@b@c",
    "\u0301",
  ])("searches for %j as plain words", async (hostile) => {
    const word = newWord();
    const lead = await records.evaluation({ name: word, text: `Before ${hostile} after it` });
    expect(Array.isArray((await list({ q: hostile }, 1)).rows)).toBe(true);
    const both = await found({ q: `${word} ${hostile}` });
    expect(both).toEqual([lead]);
  });

  test("finds nothing for a search without a letter or digit", async () => {
    expect(await list({ q: "?! --" })).toMatchObject({ rows: [], total: { count: 0, isCapped: false } });
  });
});
