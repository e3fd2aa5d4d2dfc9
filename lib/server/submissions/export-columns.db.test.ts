import { expect, test } from "vitest";
import { readTable } from "../../../e2e/support/read-csv.ts";
import { parseInboxQuery } from "../../domain/desk/inbox-query.ts";
import { NewView } from "../../domain/desk/views.ts";
import { DeskRecords, now } from "./desk.fixture.ts";
import { exportSubmissions } from "./export-submissions.ts";
import { saveView } from "./views.ts";

const records = new DeskRecords(process.env.DATABASE_URL);

test("chosen columns, also those of a view, are those of the file, with the key of each row", async () => {
  const operator = await records.operator();
  const { id } = await records.evaluation({
    owner_id: operator.id,
    name: "Ana Ruiz",
    score: 9.5,
    email: "ana@example.com",
  });
  const read = async (params: Record<string, string>) => {
    let text = "";
    for await (const part of exportSubmissions(parseInboxQuery(params), { operator, now })) text += part;
    return readTable(text.slice(1));
  };
  const key = { kind: "evaluation", id: String(id), name: "Ana Ruiz" };
  const row = { ...key, score: "9.5", email: "ana@example.com" };
  expect(await read({ owner: "me", columns: "email,score" })).toEqual([row]);
  const query = "owner=me&columns=score,email";
  const view = await saveView(NewView.parse({ name: "Short", isShared: false, query }), { operator, now });
  expect(await read({ view: String(view.id) })).toEqual([row]);
  expect(await read({ view: String(view.id), columns: "reference" })).toEqual([key]);
});
