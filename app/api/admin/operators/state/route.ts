import { accessOperations } from "#lib/contract/desk/access.ts";
import { handle } from "#lib/http/handle.ts";
import { switchOperator } from "#lib/server/auth/operators.ts";

export const POST = handle(accessOperations.switchOperator, switchOperator);
