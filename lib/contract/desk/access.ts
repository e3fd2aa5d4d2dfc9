import * as z from "zod/mini";
import { DutyChange, OperatorDutyChange } from "../../domain/desk/duty.ts";
import {
  AcceptInvitationInput,
  ChangePasswordInput,
  ChangeRoleInput,
  CurrentPasswordInput,
  InvitedAddress,
  InviteInput,
  LanguageChoice,
  SecondFactorInput,
  SessionIdInput,
  SignInInput,
  SwitchOperatorInput,
  TotpInput,
} from "../../domain/desk/sign-in.ts";
import { Done, defineDeskPost, Nothing } from "../operation.ts";

export const accessOperations = {
  signIn: defineDeskPost(
    "signIn",
    "/admin/sign-in",
    "anyone",
    SignInInput,
    z.object({ next: z.enum(["second_factor", "set_up"]) }),
  ),
  passSecondFactor: defineDeskPost("passSecondFactor", "/admin/second-factor", "anyone", SecondFactorInput, Done),
  confirmSetUp: defineDeskPost("confirmSetUp", "/admin/second-factor/set-up", "visitor", TotpInput, Done),
  signOut: defineDeskPost("signOut", "/admin/sign-out", "visitor", Nothing, Done),
  acceptInvitation: defineDeskPost("acceptInvitation", "/admin/invitation", "anyone", AcceptInvitationInput, Done),
  changePassword: defineDeskPost("changePassword", "/admin/account/password", "operator", ChangePasswordInput, Done),
  changeLanguage: defineDeskPost("changeLanguage", "/admin/account/language", "operator", LanguageChoice, Done),
  changeDuty: defineDeskPost("changeDuty", "/admin/account/duty", "operator", DutyChange, Done),
  renewRecoveryCodes: defineDeskPost(
    "renewRecoveryCodes",
    "/admin/account/recovery-codes",
    "operator",
    CurrentPasswordInput,
    z.object({ codes: z.array(z.string()) }),
  ),
  revokeSession: defineDeskPost("revokeSession", "/admin/sessions/revoke", "operator", SessionIdInput, Done),
  revokeOtherSessions: defineDeskPost(
    "revokeOtherSessions",
    "/admin/sessions/revoke-others",
    "operator",
    Nothing,
    Done,
  ),
  inviteOperator: defineDeskPost(
    "inviteOperator",
    "/admin/operators/invite",
    "admin",
    InviteInput,
    z.object({ email: z.string(), url: z.string() }),
  ),
  revokeInvitation: defineDeskPost("revokeInvitation", "/admin/operators/invite/revoke", "admin", InvitedAddress, Done),
  changeRole: defineDeskPost("changeRole", "/admin/operators/role", "admin", ChangeRoleInput, Done),
  switchOperator: defineDeskPost("switchOperator", "/admin/operators/state", "admin", SwitchOperatorInput, Done),
  changeOperatorDuty: defineDeskPost("changeOperatorDuty", "/admin/operators/duty", "admin", OperatorDutyChange, Done),
};
