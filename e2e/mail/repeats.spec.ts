import { expect } from "@playwright/test";
import { findNotice, listMailEvents, waitForMail } from "../support/expect-mail.ts";
import { test } from "../support/mail.ts";
import { firstByDay } from "../support/nightly.ts";
import { sessionCookie } from "../support/operators.ts";
import { repeatCount, repeatWithoutKey } from "../support/repeats.ts";
import { randomAddress, randomEmail } from "../support/test.ts";

for (const kind of firstByDay(["evaluation", "inquiry"] as const)) {
  test(`shows ${repeatCount} simultaneous repeats of an ${kind} without a key as one item, and sends one pair of mails`, async ({
    mailService,
  }) => {
    const email = randomEmail();
    const send: typeof fetch = (input, init) => {
      return fetch(input, { ...init, headers: { ...init?.headers, "x-forwarded-for": randomAddress() } });
    };
    const ids = await repeatWithoutKey({ url: mailService.app.url, send }, kind, email);
    expect(new Set(ids).size).toBe(repeatCount);

    const listStoredSubmissions = () =>
      mailService.query<{ id: number; repeat_of: number | null; is_processed: boolean }>(
        "SELECT id, repeat_of, is_processed FROM submissions WHERE kind = $1 AND email = $2 ORDER BY id",
        [kind, email],
      );
    await expect
      .poll(async () => (await listStoredSubmissions()).filter((row) => !row.is_processed), { timeout: 30_000 })
      .toEqual([]);
    expect((await listStoredSubmissions()).map(({ id }) => id)).toEqual(ids);
    const firsts = (await listStoredSubmissions()).filter((row) => row.repeat_of === null);
    expect(firsts).toHaveLength(1);
    const first = { kind, id: firsts[0]?.id ?? 0 };
    expect(new Set((await listStoredSubmissions()).map(({ id, repeat_of }) => repeat_of ?? id))).toEqual(
      new Set([first.id]),
    );

    const acknowledgement = await waitForMail(mailService, email);
    const notice = await findNotice(mailService, first);
    await expect.poll(() => mailService.countBacklog(), { timeout: 30_000 }).toBe(0);
    expect(await mailService.server.listMailsTo(email)).toHaveLength(1);
    for (const id of ids.filter((each) => each !== first.id)) {
      expect(await listMailEvents(mailService, { kind, id })).toEqual([]);
    }
    expect(await listMailEvents(mailService, first)).toMatchObject([
      { details: { mail: "acknowledgement", messageId: acknowledgement.messageId } },
      { details: { mail: "notice", messageId: notice.messageId } },
    ]);

    const inbox = await fetch(`${mailService.app.url}/admin/inbox?q=${email}`, {
      headers: { cookie: `${sessionCookie}=${await mailService.signIn()}` },
    });
    const shown = (await inbox.text()).replace(/<script.*?<\/script>|<!--.*?-->|<[^>]*>/gs, "");
    expect(shown).toContain("1 submission");
    expect(shown).toContain(`× ${repeatCount}`);
  });
}
