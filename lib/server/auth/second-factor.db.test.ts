import { afterAll, expect, test } from "vitest";
import { disconnect } from "../db.ts";
import { password } from "./operator.fixture.ts";
import { newBeginner, newClient, newRegistered } from "./second-factor.fixture.ts";
import { confirmSetUp, passSecondFactor } from "./second-factor.ts";
import { signIn } from "./sign-in.ts";

afterAll(disconnect);

const now = new Date();

test("the code that set up the second factor signs nobody in", async () => {
  const { operator, recoveryCodes, used } = await newRegistered();
  const { setCookies } = await signIn({ email: operator.email, password }, { client: newClient(), now });
  const pass = (code = "") => passSecondFactor({ code }, { client: newClient({ setCookies }), now });
  await expect(pass(used)).rejects.toMatchObject({ kind: "invalid_input" });
  expect((await pass(recoveryCodes[0])).setCookies.join()).toContain("desk.session_token=");
});

test("a code sets up the second factor once", async () => {
  const { visitor, client, code } = await newBeginner();
  const used = await code();
  const confirm = () => confirmSetUp({ code: used }, { visitor, client, now });
  const results = await Promise.allSettled([confirm(), confirm()]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});
