import { expect, test, vi } from "vitest";
import { MailService } from "./mail-service.fixture.ts";
import { listOperatorAddresses } from "./recipients.ts";

vi.setConfig({ testTimeout: 30_000 });
const service = await MailService.start(process.env);

const setOperators = (disabledAt: "now()" | "NULL") =>
  service.records.client.query(`UPDATE operators SET disabled_at = ${disabledAt}`);

test("sends operator mails to active operators, or else to the company's address", async () => {
  expect(await listOperatorAddresses()).toEqual([expect.objectContaining({ address: service.admin.email })]);
  await setOperators("now()");
  expect(await listOperatorAddresses()).toEqual([
    expect.objectContaining({ operator: null, address: "hola@encaje.example" }),
  ]);
  await setOperators("NULL");
});
