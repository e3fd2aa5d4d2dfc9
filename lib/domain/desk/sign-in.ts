import { z } from "zod";
import { isStorable } from "../text.ts";
import { operatorRoles } from "./operator.ts";
import { ReturnPath } from "./return-path.ts";

export const passwordCharactersMin = 12;
export const passwordCharactersMax = 128;
export const operatorNameCharactersMax = 120;
const emailCharactersMin = 5;
const emailCharactersMax = 254;

/** An operator's address as it is stored: in lower case. */
export const OperatorEmail = z
  .string()
  .trim()
  .toLowerCase()
  .min(emailCharactersMin)
  .max(emailCharactersMax)
  .pipe(z.email());

/** As long as it may be: whether it is right is not for the form to tell. */
export const SignInInput = z.object({
  email: z.string().trim().toLowerCase().max(emailCharactersMax).refine(isStorable),
  password: z.string().max(passwordCharactersMax),
  to: ReturnPath,
});

export const NewPassword = z.string().min(passwordCharactersMin).max(passwordCharactersMax);

/** People type a code as they read it, with a space in the middle. */
export const TotpInput = z.object({
  code: z
    .string()
    .transform((code) => code.replace(/\s/g, ""))
    .pipe(z.string().regex(/^\d{6}$/)),
  to: ReturnPath,
});

/** Five characters, a hyphen, five more. */
export const RecoveryCode = z.string().regex(/^[0-9A-Za-z]{5}-[0-9A-Za-z]{5}$/);

/** A code of the app, or one of the recovery codes. */
export const SecondFactorInput = z.object({
  code: z
    .string()
    .transform((code) => code.replace(/\s/g, ""))
    .pipe(z.union([z.string().regex(/^\d{6}$/), RecoveryCode])),
  to: ReturnPath,
});

export const InvitationToken = z.string().regex(/^[\w-]{43}$/);

type Repeated = { password: string; repeated: string };
const isRepeated = ({ password, repeated }: Repeated) => password === repeated;
const repeatedFault = { path: ["repeated"], error: "must be the same password" };

export const AcceptInvitationInput = z
  .object({
    token: InvitationToken,
    name: z.string().trim().min(1).max(operatorNameCharactersMax),
    password: NewPassword,
    repeated: z.string(),
  })
  .refine(isRepeated, repeatedFault);
export type AcceptInvitationInput = z.output<typeof AcceptInvitationInput>;

/** As long as it may be: whether it is right is not for the form to tell. */
export const CurrentPasswordInput = z.object({ current: z.string().max(passwordCharactersMax) });

export const ChangePasswordInput = CurrentPasswordInput.extend({
  password: NewPassword,
  repeated: z.string(),
}).refine(isRepeated, repeatedFault);

export const InviteInput = z.object({ email: OperatorEmail, role: z.enum(operatorRoles) });
export type InviteInput = z.output<typeof InviteInput>;

export const OperatorIdInput = z.object({ id: z.string().min(1).max(64) });
export const ChangeRoleInput = OperatorIdInput.extend({ role: z.enum(operatorRoles) });
export const SwitchOperatorInput = OperatorIdInput.extend({ state: z.enum(["disabled", "enabled"]) });
export const SessionIdInput = z.object({ id: z.string().min(1).max(64) });
export const NoInput = z.object({});
