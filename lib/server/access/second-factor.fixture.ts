import { randomBytes } from "node:crypto";
import { base32 } from "@better-auth/utils/base32";
import { createOTP } from "@better-auth/utils/otp";
import type { Operator, OperatorRole } from "../../domain/access/operator.ts";
import type { SignInClient } from "./attempts.ts";
import { withAuth } from "./auth.ts";
import { newOperator, password } from "./operator.fixture.ts";
import { confirmSetUp, findSecondFactorSetUp, type SignedIn } from "./second-factor.ts";
import { findVisitor, requireOperator, type Visitor } from "./sessions.ts";

/** Creates a client at a new address with the given cookies. */
export function newClient({ setCookies = [], deviceToken = "" }: Partial<SignedIn> = {}): SignInClient {
  const cookie = setCookies.map((each) => each.split(";", 1)[0]).join("; ");
  return { clientIp: randomBytes(8).toString("hex"), userAgent: "Firefox/140.0", cookie, deviceToken };
}

type NewVisitor = { visitor: Visitor; client: SignInClient; recoveryCodes: string[]; code: () => Promise<string> };

/** Creates a visitor who is about to set up the second factor. `code` returns the current TOTP code. */
export async function newVisitor(role: OperatorRole = "member"): Promise<NewVisitor> {
  const { cookie } = await newOperator(role, { hasSecondFactor: false });
  // A sign-in does this after it has checked the password twice, which is slow.
  await withAuth((auth) => auth.api.enableTwoFactor({ body: { password }, headers: new Headers({ cookie }) }));
  const client = { ...newClient(), cookie };
  const visitor = await findVisitor(cookie);
  const setUp = visitor && (await findSecondFactorSetUp({ visitor }));
  if (!setUp) throw new Error("the second factor is set up already");
  const secret = new TextDecoder().decode(base32.decode(setUp.secret));
  return { visitor, client, recoveryCodes: setUp.recoveryCodes, code: () => createOTP(secret).totp() };
}

type Registered = { operator: Operator; client: SignInClient; recoveryCodes: string[]; used: string };

/** Creates an operator with a second factor. `used` is the code that set it up. */
export async function newRegistered(): Promise<Registered> {
  const { visitor, client: beginner, recoveryCodes, code } = await newVisitor();
  const used = await code();
  const client = newClient(await confirmSetUp({ code: used }, { visitor, client: beginner, now: new Date() }));
  return { operator: await requireOperator(client.cookie), client, recoveryCodes, used };
}
