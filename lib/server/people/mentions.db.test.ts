import { createHash, randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { DeskRecords, newEmail, newWord, now } from "../submissions/core/desk.fixture.ts";
import { erasePerson } from "./erasures.ts";

const records = new DeskRecords(process.env.DATABASE_URL);
const admin = await records.admin();

/** Text columns that an erasure does not clean, by reason. It must clean all others. */
const leftOut: Record<string, Record<string, string[]>> = {
  "a whole address, of the row's own person": {
    submissions: ["email"],
    inbound_mails: ["from_address"],
    unmatched_bookings: ["email"],
    subscribers: ["email"],
  },
  "a hash of a Message-ID and a sender, in a row that is erased with the sender": { inbound_mails: ["digest"] },
  "a keyed hash, kept so that an erased mail is not stored again": { received_mails: ["hash"] },
  "a hash of a mailbox or service in the settings, and the id of a process": { read_mailboxes: ["key", "reader"] },
  "a file from another person, which is not searched": { inbound_attachments: ["content"] },
  "a format that no address fits": {
    submissions: [
      ...["kind", "request_id", "notice_version", "language", "channel", "answers_form", "route"],
      ...["status", "topic", "consent_evidence", "reply_hours_run", "host_evidence", "spam_reasons", "message_state"],
    ],
    submission_events: ["kind", "type"],
    submission_viewers: ["kind"],
    reply_files: ["kind", "type"],
    reply_templates: ["kind", "route"],
    assignment_rules: ["kind", "route", "language", "channel", "topic"],
    digest_items: ["kind", "mail_id"],
    mails: ["id", "mail", "kind", "monday", "state", "lease", "subscriber_id"],
    subscribers: ["id", "language"],
    bookings: ["id", "kind", "state", "time_zone", "consent_evidence"],
    unmatched_bookings: ["kind", "time_zone"],
    audit_entries: ["action"],
    sign_in_attempts: ["key"],
    blocked_senders: ["type"],
    inbound_mails: ["type", "kind", "held_reason", "suggested_kind", "authentication"],
    inbound_attachments: ["media_type"],
    webhook_events: ["id", "type", "kind", "route", "language", "channel", "slug", "change"],
    webhook_deliveries: ["id", "endpoint_id", "event_id", "state", "lease"],
    webhook_attempts: ["delivery_id", "fault"],
    webhook_answers: ["kind"],
    form_steps: ["day", "form", "step", "language", "door", "device"],
  },
  "a hash that needs our key, and the key's name": { erasures: ["hash", "key_id"], blocked_senders: ["hash"] },
  "reply codes of a mail server, without its text": { mails: ["fault"] },
  "the operator who started a mail hold": { mail_holds: ["actor"] },
  "the version of our own privacy notice": {
    submissions: ["consent_notice_version"],
    subscribers: ["notice_version"],
  },
  "a name from the settings": { submissions: ["assistant_host"] },
  "the hash and the purpose of a link": { consent_links: ["token_hash", "purpose", "kind"] },
  "hashes deleted with a mention, as tested below": {
    submissions: ["submission_key", "submission_fingerprint", "content_hash"],
  },
  "the booking service's id, of letters, digits and hyphens": {
    bookings: ["uid"],
    unmatched_bookings: ["uid"],
  },
  "a hash of what the booking service signed": { seen_webhooks: ["hash"] },
  "computed by the database from other columns": {
    submissions: ["words"],
  },
  "data of an operator, whose account is managed separately": {
    submissions: ["owner_id"],
    submission_events: ["operator_id", "actor"],
    submission_viewers: ["operator_id"],
    saved_views: ["operator_id"],
    blocked_senders: ["actor"],
    reply_files: ["operator_id"],
    reply_templates: ["operator_id", "actor"],
    audit_entries: ["operator_id", "actor"],
    digest_items: ["operator_id"],
    mails: ["operator_id", "operator_ids"],
    assignment_rule_operators: ["operator_id"],
    catalog_versions: ["actor"],
    site_versions: ["actor"],
    operators: ["language", "notices", "digest_hours", "id", "name", "email", "image", "role", "signature"],
    operator_sessions: ["id", "token", "operator_id", "ip_address", "user_agent"],
    operator_accounts: [
      ...["id", "account_id", "provider_id", "operator_id", "access_token", "refresh_token", "id_token", "scope"],
      "password",
    ],
    operator_two_factors: ["id", "secret", "backup_codes", "operator_id"],
    operator_verifications: ["id", "identifier", "value"],
    known_places: ["key", "operator_id"],
    operator_invitations: ["token_hash", "email", "role"],
    api_keys: ["name", "start", "hash", "scopes", "operator_id"],
  },
  "a file of the company, attached by an operator": { reply_files: ["content"] },
  "receivers of the company, named by an admin": {
    webhook_endpoints: [
      ...["id", "name", "url", "events", "kind", "route", "language", "channel", "shape", "format", "secret"],
      ...["former_secret", "owner_id", "pause_reason"],
    ],
  },
  "the company's own words, for everyone": { reply_templates: ["name", "text_en", "text_es"] },
  "the company's own published words, changed in the editor": {
    catalog_entries: [
      ...["slug", "title_en", "title_es", "description_en", "description_es", "use_cases_en", "use_cases_es"],
      ...["endpoints", "services", "docs_url", "swagger_url", "spec"],
      ...["search_text", "search_pairs", "search_title", "sort_title"],
    ],
    catalog_versions: ["action", "content", "document_hash"],
    catalog_documents: ["hash", "spec"],
    site_versions: ["action", "content"],
    site_pictures: ["hash", "content"],
    catalog_releases: ["document_hash", "comparison"],
    catalog_watches: ["lease"],
  },
  "what the addresses of the company's documents answered": {
    catalog_watches: ["url", "etag", "last_modified", "draft", "comparison", "links"],
  },
};
const isExempt = (table: string, column: string) =>
  Object.values(leftOut).some((tables) => tables[table]?.includes(column));

type Place = { table: string; column: string; type: string };

/** Inserts a row with this value in one column. @returns the row's id */
const makers: Record<string, (column: string, value: string) => Promise<unknown>> = {
  submissions: async (column, value) => (await records.evaluation({ status: "lost", [column]: value })).id,
  submission_events: async (column, value) => {
    const { kind, id } = await records.inquiry();
    const event = { kind, submission_id: id, at: now, actor: "-", type: "note" };
    return insertRow("submission_events", { ...event, [column]: value });
  },
  blocked_senders: (column, value) => insertRow("blocked_senders", { ...blockedSender(), [column]: value }),
  saved_views: async (column, value) => {
    const { id } = await records.operator();
    const view = { operator_id: id, name: "A view", is_shared: false, query: "", position: 1, created_at: now };
    return insertRow("saved_views", { ...view, [column]: value });
  },
  assignment_rules: (column, value) => insertRow("assignment_rules", { position: 1, name: "A rule", [column]: value }),
  reply_files: async (column, value) => {
    const { kind, id } = await records.inquiry();
    const file = { kind, submission_id: id, operator_id: "-", type: "text/plain", content: "x", created_at: now };
    return insertRow("reply_files", { ...file, name: "x.txt", [column]: value });
  },
  inbound_mails: (column, value) => insertRow("inbound_mails", { ...unmatchedMail(), [column]: value }),
  inbound_attachments: async (column, value) => {
    const mail_id = await insertRow("inbound_mails", unmatchedMail());
    return insertRow("inbound_attachments", { mail_id, media_type: "text/plain", content: "x", [column]: value });
  },
  webhook_answers: async (column, value) => {
    const [endpoint_id, event_id, delivery_id] = [randomUUID(), randomUUID(), randomUUID()];
    const endpoint = {
      id: endpoint_id,
      name: "-",
      url: "-",
      events: [],
      shape: "ids",
      format: "standard",
      secret: "-",
    };
    await insertRow("webhook_endpoints", { ...endpoint, created_at: now });
    await insertRow("webhook_events", { id: event_id, type: "endpoint.test", at: now });
    await insertRow("webhook_deliveries", { id: delivery_id, endpoint_id, event_id, next_at: now });
    const id = await insertRow("webhook_attempts", { delivery_id, at: now, status: 200, milliseconds: 1 });
    return insertRow("webhook_answers", { id, [column]: value });
  },
  audit_entries: (column, value) =>
    insertRow("audit_entries", { at: now, actor: "-", action: "catalog_imported", [column]: value }),
};

const blockedSender = () => ({ type: "agent", value: newWord(), created_at: now, actor: "-" });
const unmatchedMail = () => ({
  received_at: now,
  digest: createHash("sha256").update(newWord()).digest("hex"),
  type: "message",
  held_reason: "unknown",
  from_address: "a@b.example",
  from_name: "",
  subject: "",
  text: "",
  quoted: "",
  authentication: "none",
});

async function insertRow(table: string, row: Record<string, unknown>): Promise<unknown> {
  const places = Object.keys(row).map((_, at) => `$${at + 1}`);
  const text = `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${places}) RETURNING id`;
  return (await records.client.query(text, Object.values(row))).rows[0].id;
}

test("erases a mention in every text column that is not exempt", async () => {
  const { rows } = await records.client.query<Place>(
    `SELECT table_name AS table, column_name AS column, data_type AS type FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' AND udt_name <> '_float8' AND data_type NOT IN
       ('smallint', 'integer', 'bigint', 'double precision', 'boolean', 'timestamp with time zone')`,
  );
  const places = rows.filter(({ table, column }) => !isExempt(table, column));
  const email = newEmail();
  const made: (Place & { id: unknown })[] = [];
  for (const place of places) {
    const make = makers[place.table];
    if (!make) throw new Error(`an erasure leaves ${place.table}.${place.column} as it is: clean it, or say why not`);
    const value = place.type.startsWith("json") ? JSON.stringify({ [email]: [`x ${email}`] }) : `x ${email} y`;
    made.push({ ...place, id: await make(place.column, value) });
  }
  expect(made.length).toBeGreaterThan(12);
  expect(await erasePerson({ email }, { admin, now })).toEqual({ evaluations: 0, inquiries: 0, mentions: made.length });
  for (const { table, column, type, id } of made) {
    const isMade = table === "submissions" ? "id = $1 AND kind = 'evaluation'" : "id = $1";
    const { rows } = await records.client.query(`SELECT ${column}::text AS held FROM ${table} WHERE ${isMade}`, [id]);
    const held = type.startsWith("json") ? '{"[erased]": ["x [erased]"]}' : "x [erased] y";
    expect({ table, column, held: rows[0].held }).toEqual({ table, column, held });
  }
});

test("deletes the hashes of a submission if a mention is erased from it", async () => {
  const email = newEmail();
  const hashes = { submission_fingerprint: Buffer.alloc(32, 7), content_hash: randomUUID() };
  const keyed = () => ({ submission_key: newWord(), ...hashes });
  const [lead, inquiry] = [
    await records.evaluation({ ...keyed(), referrer: `/?m=${email}` }),
    await records.inquiry({ ...keyed(), text: `I am a colleague of ${email}.` }),
  ];
  const other = await records.evaluation(keyed());
  await erasePerson({ email }, { admin, now });
  for (const ref of [lead, inquiry]) {
    expect(await records.readRow(ref)).toMatchObject({
      submission_key: null,
      submission_fingerprint: null,
      content_hash: null,
    });
  }
  expect(await records.readRow(other)).toMatchObject(hashes);
});

test("lists only existing columns as exempt", async () => {
  const { rows } = await records.client.query<{ place: string }>(
    "SELECT table_name || '.' || column_name AS place FROM information_schema.columns WHERE table_schema = 'public'",
  );
  const places = rows.map(({ place }) => place);
  for (const tables of Object.values(leftOut)) {
    for (const [table, columns] of Object.entries(tables)) {
      for (const column of columns) expect(places).toContain(`${table}.${column}`);
    }
  }
});

describe("mention of an address", () => {
  const text = async (email: string, words: string) => {
    const ref = await records.evaluation({ text: words });
    await erasePerson({ email }, { admin, now }).catch(() => undefined);
    return (await records.readRow(ref)).text;
  };
  const person = () => ({ word: newWord(), domain: `${newWord()}.example.com` });

  /** Texts before and after an erasure of the address W@D. */
  const mentions = [
    ["W@D", "[erased]"],
    ["<W@D>", "<[erased]>"],
    ["mailto:W@D?subject=a", "mailto:[erased]?subject=a"],
    ["W@D. W@D, W@D", "[erased]. [erased], [erased]"],
    ["W@D W@D", "[erased] [erased]"],
    ["-W@D- y ...W@D…", "-[erased]- y ...[erased]…"],
    ["a\nW@D\nb", "a\n[erased]\nb"],
    ["?m=W%40D&x", "?m=[erased]&x"],
    ["mailto%3AW%40D%20x", "mailto%3A[erased]%20x"],
    ["ñW@D", "ñW@D"],
    ["juW@D", "juW@D"],
    ["ju.W@D ju+W@D ju-W@D", "ju.W@D ju+W@D ju-W@D"],
    ["W@Dx W@D-x", "W@Dx W@D-x"],
    ["W@D.Gracias", "[erased].Gracias"],
    ["W D, W(at)D", "W D, W(at)D"],
    ["W@D.mx W@D.com, W@D.mx", "W@D.mx W@D.com, W@D.mx"],
    ["W@D.pdf W@D.TXT W@D.docx W@D.mov", "[erased].pdf [erased].TXT [erased].docx W@D.mov"],
    ["W@D. W@D.Gracias W@D.a W@D.12", "[erased]. [erased].Gracias [erased].a [erased].12"],
    ["C:\\W@D \\nW@D \\\\W@D", "C:\\[erased] \\nW@D \\\\[erased]"],
    ["\\u003cW@D\\u003e \\u00f1W@D", "\\u003c[erased]\\u003e \\u00f1W@D"],
    ["?u=%2F%3Fm%3dW%2540D%26x W%252540D", "?u=%2F%3Fm%3d[erased]%26x [erased]"],
    ["%2520W%2540D%2520 W%40D%C3%B1", "%2520[erased]%2520 W%40D%C3%B1"],
    ["%C3%B1W@D n%CC%83W@D %25C3%25B1W@D ju%2BW%40D", "%C3%B1W@D n%CC%83W@D %25C3%25B1W@D ju%2BW%40D"],
    ["%C2%BFW@D? \u00bfW@D?", "%C2%BF[erased]? \u00bf[erased]?"],
    ["o'W@D 'W@D' 1'W@D", "o'W@D '[erased]' 1'[erased]"],
    ["n\u0303W@D W@Dn\u0303", "n\u0303W@D W@Dn\u0303"],
  ] as const;

  test("erases an address in any spelling, but no longer address that contains it", async () => {
    const { word, domain } = person();
    const fill = (words: string) => words.replaceAll("W", word).replaceAll("D", domain);
    const shout = (words: string) => words.replaceAll(word, word.toUpperCase());
    const texts = mentions.map((pair) => pair.map(fill)).flatMap((pair) => [pair, pair.map(shout)]);
    const refs = await Promise.all(texts.map(([written]) => records.evaluation({ text: written })));
    await erasePerson({ email: `${word}@${domain}` }, { admin, now });
    const erased = await Promise.all(refs.map(async (ref) => (await records.readRow(ref)).text));
    expect(texts.map(([written], at) => [written, erased[at]])).toEqual(texts);
  });

  test.each([".*+?", "x|y", "a{2}", "^$", "'--", "%_", "!#$&*/=`~", "\u00f1"])(
    "matches the characters %j in an address literally",
    async (signs) => {
      const { word, domain } = person();
      const email = `${word}${signs}${word}@${domain}`;
      const other = `${word}zz${word}@${domain}`;
      expect(await text(email, `${other} ${email} ${encodeURIComponent(email)}`)).toBe(`${other} [erased] [erased]`);
    },
  );

  test.each([
    ["\u00f1", "n\u0303"],
    ["n\u0303", "\u00f1"],
  ])("finds a mention in every Unicode form of %j", async (sign, other) => {
    const { word, domain } = person();
    const email = `${word}${sign}o@${domain}`;
    const [composed, apart] = [email.normalize("NFC"), email.normalize("NFD")];
    const inJson = JSON.stringify(composed).replace("\u00f1", "\\u00f1");
    const words = [composed, apart, `${word}${other}o@${domain}`, encodeURIComponent(composed), inJson];
    expect(await text(email, words.join(" "))).toBe('[erased] [erased] [erased] [erased] "[erased]"');
  });

  /** Checks that a JSON escape such as \n is not read as part of the address that follows. */
  describe("in JSON", () => {
    const values = (word: string, domain: string) => ({
      return: `x\r${word}@${domain}`,
      line: `call\n${word}@${domain}`,
      tab: `\t${word}@${domain}`,
      slash: `x\\r${word}@${domain}`,
      path: `C:\\\\n${word}@${domain}`,
      quote: `"${word}@${domain}"`,
      control: `\u0001${word}@${domain}`,
      proto: "kept",
    });

    test.each(["r", "n", "t", "u", "b", ""])(
      "erases an address that begins with %j from JSON, which stays valid",
      async (letter) => {
        const { word, domain } = person();
        const email = `${letter}${word}@${domain}`;
        const utm = JSON.parse(JSON.stringify(values(word, domain)).replace("proto", "__proto__"));
        const ref = await records.evaluation({ utm: JSON.stringify(utm) });
        await records.evaluation({ text: `So that something is held: ${email}.` });
        await erasePerson({ email }, { admin, now });
        const clean = (value: string) =>
          letter
            ? value.replace(`\\${letter}${word}@${domain}`, "\\[erased]")
            : value.replace(/(^|[^rn])w[0-9a-f]{32}@.*com/, "$1[erased]");
        const cleaned = Object.fromEntries(Object.entries<string>(utm).map(([name, value]) => [name, clean(value)]));
        expect((await records.readRow(ref)).utm).toEqual(cleaned);
      },
    );

    test("does not read a line break in a note as part of the address after it", async () => {
      const { word, domain } = person();
      const ref = await records.evaluation();
      const event = { kind: "evaluation", submission_id: ref.id, at: now, actor: "-", type: "note" };
      await insertRow("submission_events", { ...event, details: { text: `call\n${word}@${domain}` } });
      await insertRow("submission_events", { ...event, details: { text: `n${word}@${domain}` } });
      expect(await erasePerson({ email: `n${word}@${domain}` }, { admin, now })).toMatchObject({ mentions: 1 });
      expect(await erasePerson({ email: `${word}@${domain}` }, { admin, now })).toMatchObject({ mentions: 1 });
      const texts = (await records.listEvents(ref)).map(({ details }) => details);
      expect(texts).toEqual([{ text: "call\n[erased]" }, { text: "[erased]" }]);
    });
  });

  test("shortens a text that no longer fits after a mention is replaced", async () => {
    const name = "a@b.c ".repeat(20);
    const ref = await records.evaluation({ name });
    await erasePerson({ email: "a@b.c" }, { admin, now });
    expect((await records.readRow(ref)).name).toBe("[erased] ".repeat(20).slice(0, 120));
  });

  test("removes an erased mention from the search index", async () => {
    const { word, domain } = person();
    const ref = await records.evaluation({ company: `Casa ${word}@${domain}` });
    await erasePerson({ email: `${word}@${domain}` }, { admin, now });
    expect(String((await records.readRow(ref)).words)).not.toContain(word);
  });
});
