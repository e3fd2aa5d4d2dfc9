import { expect, test, vi } from "vitest";
import { switchToOwnDatabase } from "../own-database.fixture.ts";
import { DeskRecords, newEmail, now } from "../submissions/core/desk.fixture.ts";
import { erasePerson } from "./erasures.ts";
import { exportPerson } from "./export-person.ts";

// More evaluations than an export reads at a time. `npm test -- nightly` uses more than a statement may have
// parameters. Slow, and therefore in a separate file.
const [evaluationCount, noteCount] = process.env.NIGHTLY ? [33_000, 40_000] : [10_000, 40];
vi.setConfig({ testTimeout: 180_000 });
const { url } = await switchToOwnDatabase(process.env);
const records = new DeskRecords(url);
const admin = await records.admin();

test(`exports and erases a person with ${evaluationCount} evaluations`, async () => {
  const email = newEmail();
  const last = await records.evaluation({ email });
  await records.copy(last, { count: evaluationCount });
  await records.client.query(
    `INSERT INTO submission_events (kind, submission_id, at, actor, type, details)
     SELECT 'evaluation', id, $1, '-', 'note', '{"text":"x"}' FROM submissions WHERE kind = 'evaluation' AND lower(email) = $2`,
    [now, email],
  );
  const document = await exportPerson({ submission: last }, { admin, now });
  expect(document.evaluations).toHaveLength(evaluationCount + 1);
  expect(document.evaluations.at(-1)?.id).toBe(last.id);
  const times = document.evaluations.map(({ createdAt }) => new Date(createdAt).getTime());
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(document.evaluations.filter(({ timeline }) => timeline.length !== 1)).toEqual([]);
  expect(await erasePerson({ email }, { admin, now })).toEqual({
    evaluations: evaluationCount + 1,
    inquiries: 0,
    mentions: 0,
  });
  const { rows } = await records.client.query(
    "SELECT id FROM submission_events WHERE kind = 'evaluation' AND submission_id = ANY ($1)",
    [document.evaluations.map(({ id }) => id)],
  );
  expect(rows).toEqual([]);
});

test(`erases an address from ${noteCount} notes`, async () => {
  const email = newEmail();
  const ref = await records.evaluation();
  await records.client.query(
    `INSERT INTO submission_events (kind, submission_id, at, actor, type, details)
     SELECT 'evaluation', $1, $2, '-', 'note', jsonb_build_object('text', n || E'\n' || $3::text)
     FROM generate_series(1, $4::int) AS n`,
    [ref.id, now, email, noteCount],
  );
  expect(await erasePerson({ email }, { admin, now })).toMatchObject({ mentions: noteCount });
  const texts = (await records.listEvents(ref)).map(({ details }) => details);
  expect(texts).toEqual(Array.from({ length: noteCount }, (_, at) => ({ text: `${at + 1}\n[erased]` })));
});
