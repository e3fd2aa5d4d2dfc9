import * as z from "zod/mini";
import { Locale } from "../locale.ts";
import { Done, defineDeskPost, Nothing, nameOperations } from "../operation.ts";
import { storedId, text } from "../schema-kit.ts";
import { SecretToken } from "../submissions/core/consent.ts";
import { DutyChange, OperatorDutyChange } from "../submissions/core/duty.ts";
import { emailMax, isStorable } from "../text-bounds.ts";
import { operatorRoles } from "./operator.ts";

export const passwordCharactersMin = 12;
export const passwordCharactersMax = 128;
const operatorNameCharactersMax = 120;

export const OperatorEmail = z.pipe(
  z.string().check(z.trim(), z.toLowerCase(), z.minLength(5), z.maxLength(emailMax)),
  z.email(),
);

/** No minimum length: rejecting a short password at sign-in would reveal that it cannot be the right one. */
const Password = text({ min: 1, max: passwordCharactersMax });
const NewPassword = text({ min: passwordCharactersMin, max: passwordCharactersMax });

const SignInInput = z.object({
  email: z.string().check(z.trim(), z.toLowerCase(), z.minLength(1), z.maxLength(emailMax), z.refine(isStorable)),
  password: Password,
});

/** Removes spaces from a code, because people often type it as two groups of digits. */
const WithoutSpaces = z.pipe(
  z.string(),
  z.transform((code: string) => code.replace(/\s/g, "")),
);
const Totp = z.string().check(z.regex(/^\d{6}$/));
/** Accepts a code without its hyphen, and adds the hyphen. */
const RecoveryCode = z.pipe(
  z.string().check(z.regex(/^[0-9A-Za-z]{5}-?[0-9A-Za-z]{5}$/)),
  z.transform((code: string) => `${code.slice(0, 5)}-${code.slice(-5)}`),
);

const TotpInput = z.object({ code: z.pipe(WithoutSpaces, Totp) });
export const SecondFactorInput = z.object({ code: z.pipe(WithoutSpaces, z.union([Totp, RecoveryCode])) });

const isRepeated = z.refine<{ password: string; repeated: string }>(({ password, repeated }) => password === repeated, {
  path: ["repeated"],
  error: "must be the same password",
});

export const AcceptInvitationInput = z
  .object({
    token: SecretToken,
    name: z.pipe(z.string().check(z.trim()), text({ min: 1, max: operatorNameCharactersMax })),
    password: NewPassword,
    repeated: z.string(),
  })
  .check(isRepeated);
export type AcceptInvitationInput = z.output<typeof AcceptInvitationInput>;

const CurrentPasswordInput = z.object({ current: Password });
const ChangePasswordInput = z
  .object({ current: Password, password: NewPassword, repeated: z.string() })
  .check(isRepeated);

const LanguageChoice = z.object({ language: Locale });

const Role = z.enum(operatorRoles);
export const InviteInput = z.object({ email: OperatorEmail, role: Role });
const InvitedAddress = z.object({ email: OperatorEmail });
export type InviteInput = z.output<typeof InviteInput>;

const Id = storedId();
const ChangeRoleInput = z.object({ id: Id, role: Role });
const SwitchOperatorInput = z.object({ id: Id, state: z.enum(["disabled", "enabled"]) });
const SessionIdInput = z.object({ id: Id });

/** Patterns of browser names. The order matters, because user agents also name the browsers they descend from. */
const browsers: [pattern: RegExp, name: string][] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|Opera)\//, "Opera"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: [pattern: RegExp, name: string][] = [
  [/\b(iPhone|iPad|iPod)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

export function parseUserAgent(userAgent: string): { browser: string | undefined; system: string | undefined } {
  const findName = (known: [RegExp, string][]) => known.find(([pattern]) => pattern.test(userAgent))?.[1];
  return { browser: findName(browsers), system: findName(systems) };
}

export const accessOperations = nameOperations({
  signIn: defineDeskPost(
    "/admin/sign-in",
    "anyone",
    SignInInput,
    z.object({ next: z.enum(["second_factor", "set_up"]) }),
  ),
  passSecondFactor: defineDeskPost("/admin/second-factor", "anyone", SecondFactorInput, Done),
  confirmSetUp: defineDeskPost("/admin/second-factor/set-up", "visitor", TotpInput, Done),
  signOut: defineDeskPost("/admin/sign-out", "visitor", Nothing, Done),
  acceptInvitation: defineDeskPost(
    "/admin/invitation",
    "anyone",
    AcceptInvitationInput,
    z.object({ next: z.enum(["sign_in", "second_factor", "set_up"]) }),
  ),
  changePassword: defineDeskPost("/admin/account/password", "operator", ChangePasswordInput, Done),
  changeLanguage: defineDeskPost("/admin/account/language", "operator", LanguageChoice, Done),
  changeDuty: defineDeskPost("/admin/account/duty", "operator", DutyChange, Done),
  renewRecoveryCodes: defineDeskPost(
    "/admin/account/recovery-codes",
    "operator",
    CurrentPasswordInput,
    z.object({ codes: z.array(z.string()) }),
  ),
  revokeSession: defineDeskPost("/admin/sessions/revoke", "operator", SessionIdInput, Done),
  revokeOtherSessions: defineDeskPost("/admin/sessions/revoke-others", "operator", Nothing, Done),
  inviteOperator: defineDeskPost(
    "/admin/operators/invite",
    "admin",
    InviteInput,
    z.object({ email: z.string(), url: z.string() }),
  ),
  revokeInvitation: defineDeskPost("/admin/operators/invite/revoke", "admin", InvitedAddress, Done),
  changeRole: defineDeskPost("/admin/operators/role", "admin", ChangeRoleInput, Done),
  switchOperator: defineDeskPost("/admin/operators/state", "admin", SwitchOperatorInput, Done),
  changeOperatorDuty: defineDeskPost("/admin/operators/duty", "admin", OperatorDutyChange, Done),
});
