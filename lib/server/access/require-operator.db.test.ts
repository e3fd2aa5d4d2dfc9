import { afterAll, expect, test } from "vitest";
import { disconnect, newOperator } from "./operator.fixture.ts";
import { requireAdmin, requireOperator, requireVisitor } from "./require-operator.ts";

afterAll(disconnect);

test("requires a session and a second factor of an operator, and also the role of an admin", async () => {
  const { operator: admin, cookie: ofAdmin } = await newOperator("admin");
  const { operator: member, cookie: ofMember } = await newOperator("member");
  const { cookie: ofBeginner } = await newOperator("admin", { hasSecondFactor: false });
  expect(await requireAdmin(ofAdmin)).toEqual(admin);
  expect(await requireOperator(ofMember)).toEqual(member);
  await expect(requireAdmin(ofMember)).rejects.toMatchObject({ kind: "forbidden" });
  expect(await requireVisitor(ofBeginner)).toMatchObject({ hasSecondFactor: false });
  for (const require of [requireOperator, requireAdmin]) {
    await expect(require(ofBeginner)).rejects.toMatchObject({ kind: "unauthorized" });
    await expect(require(null)).rejects.toMatchObject({ kind: "unauthorized" });
  }
  await expect(requireVisitor(null)).rejects.toMatchObject({ kind: "unauthorized" });
});
