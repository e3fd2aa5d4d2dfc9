import * as z from "zod/mini";
import {
  AcceptInvitationInput,
  ChangePasswordInput,
  ChangeRoleInput,
  CurrentPasswordInput,
  InviteInput,
  SecondFactorInput,
  SessionIdInput,
  SignInInput,
  SwitchOperatorInput,
  TotpInput,
} from "../../domain/desk/sign-in.ts";
import { Done, defineDeskOperation, Nothing } from "../operation.ts";

const post = { method: "POST", source: "body", output: Done, status: 200 } as const;

/** Sign-in, own account, operators. */
export const accessOperations = {
  signIn: defineDeskOperation({
    ...post,
    operationId: "signIn",
    path: "/admin/sign-in",
    access: "anyone",
    input: SignInInput,
    output: z.object({ next: z.enum(["second_factor", "set_up"]) }),
  }),
  passSecondFactor: defineDeskOperation({
    ...post,
    operationId: "passSecondFactor",
    path: "/admin/second-factor",
    access: "anyone",
    input: SecondFactorInput,
  }),
  confirmSetUp: defineDeskOperation({
    ...post,
    operationId: "confirmSetUp",
    path: "/admin/second-factor/set-up",
    access: "visitor",
    input: TotpInput,
  }),
  signOut: defineDeskOperation({
    ...post,
    operationId: "signOut",
    path: "/admin/sign-out",
    access: "visitor",
    input: Nothing,
  }),
  acceptInvitation: defineDeskOperation({
    ...post,
    operationId: "acceptInvitation",
    path: "/admin/invitation",
    access: "anyone",
    input: AcceptInvitationInput,
  }),
  changePassword: defineDeskOperation({
    ...post,
    operationId: "changePassword",
    path: "/admin/account/password",
    access: "operator",
    input: ChangePasswordInput,
  }),
  renewRecoveryCodes: defineDeskOperation({
    ...post,
    operationId: "renewRecoveryCodes",
    path: "/admin/account/recovery-codes",
    access: "operator",
    input: CurrentPasswordInput,
    output: z.object({ codes: z.array(z.string()) }),
  }),
  revokeSession: defineDeskOperation({
    ...post,
    operationId: "revokeSession",
    path: "/admin/sessions/revoke",
    access: "operator",
    input: SessionIdInput,
  }),
  revokeOtherSessions: defineDeskOperation({
    ...post,
    operationId: "revokeOtherSessions",
    path: "/admin/sessions/revoke-others",
    access: "operator",
    input: Nothing,
  }),
  inviteOperator: defineDeskOperation({
    ...post,
    operationId: "inviteOperator",
    path: "/admin/operators/invite",
    access: "admin",
    input: InviteInput,
    output: z.object({ email: z.string(), url: z.string() }),
  }),
  changeRole: defineDeskOperation({
    ...post,
    operationId: "changeRole",
    path: "/admin/operators/role",
    access: "admin",
    input: ChangeRoleInput,
  }),
  switchOperator: defineDeskOperation({
    ...post,
    operationId: "switchOperator",
    path: "/admin/operators/state",
    access: "admin",
    input: SwitchOperatorInput,
  }),
};
