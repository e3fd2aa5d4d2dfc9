import { accessOperations } from "#lib/contract/desk/access.ts";
import { handle } from "#lib/http/handle.ts";
import { renewRecoveryCodes } from "#lib/server/auth/second-factor.ts";

export const POST = handle(accessOperations.renewRecoveryCodes, renewRecoveryCodes);
