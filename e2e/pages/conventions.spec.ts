import { expect } from "@playwright/test";
import { nightly } from "../support/nightly.ts";
import { queryAt, test } from "../support/processes.ts";
import { createDatabase } from "../support/test.ts";
import { travel } from "../support/travel.ts";

test(
  "lets a client evaluate, inquire and browse by public conventions alone",
  nightly,
  async ({ startOwn, browser }) => {
    test.setTimeout(180_000);
    const databaseUrl = await createDatabase();
    const { url } = await startOwn({ DATABASE_URL: databaseUrl });
    const countRows = async (kind: string, language: string) => {
      const text = "SELECT FROM submissions WHERE kind = $1 AND language = $2";
      return (await queryAt(databaseUrl, text, [kind, language])).length;
    };
    const faults = [];
    for await (const travelled of travel({ origin: url.replace("127.0.0.1", "localhost"), browser, countRows })) {
      if (travelled.fault !== undefined) faults.push(travelled);
    }
    expect(faults).toEqual([]);
  },
);
