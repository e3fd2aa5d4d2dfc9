// `npm run check:conventions`: a client that knows only public conventions starts from the origin of the built app and
// evaluates, inquires and browses in both languages, through each door alone. It names no address, field or option: all
// are read on the way, and the log says where.
import { chromium } from "playwright";
import { Stage } from "../../bench/stage.ts";
import { findChromium } from "../../e2e/support/chromium.ts";
import { atEnd, runCheck } from "../run-check.ts";
import { travel } from "./travel.ts";

await runCheck(
  async () => {
    const stage = await Stage.open();
    const databaseUrl = await stage.createDatabase("conventions");
    const { url } = await stage.startApp("conventions", databaseUrl, { LOG_LEVEL: "silent" });
    const browser = await chromium.launch(await findChromium());
    await atEnd(() => browser.close());
    const countRows = (kind: string, language: string) =>
      stage.onDatabase(databaseUrl, async (client) => {
        const text = "SELECT count(*)::int AS count FROM submissions WHERE kind = $1 AND language = $2";
        return (await client.query(text, [kind, language])).rows[0].count;
      });
    let isPassed = true;
    for await (const { title, notes, fault } of travel({
      origin: url.replace("127.0.0.1", "localhost"),
      browser,
      countRows,
    })) {
      console.log(`${fault === undefined ? "ok    " : "FAILED"} ${title}`);
      for (const note of fault === undefined ? notes : [...notes, fault]) console.log(`       ${note}`);
      isPassed &&= fault === undefined;
    }
    return isPassed;
  },
  { minutes: 10 },
);
