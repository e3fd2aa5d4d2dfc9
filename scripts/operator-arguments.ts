import { parseArgs } from "node:util";
import { type OperatorRole, operatorRoles } from "../lib/domain/access/operator.ts";
import { OperatorEmail } from "../lib/domain/access/sign-in.ts";

const usage = `Usage: npm run operator -- create <email> [--role admin|member]
       npm run operator -- reset <email>`;

type OperatorArguments = { command: "create" | "reset"; email: string; role: OperatorRole | undefined };

/** @throws Error with the usage if the arguments are wrong */
export function parseOperatorArguments(args: string[]): OperatorArguments {
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options: { role: { type: "string" } } });
  const [command, address, ...others] = positionals;
  const email = OperatorEmail.safeParse(address).data;
  const role = operatorRoles.find((each) => each === values.role);
  const isRoleValid = values.role === undefined || (role !== undefined && command === "create");
  const isCommand = command === "create" || command === "reset";
  if (!isCommand || email === undefined || others.length || !isRoleValid) throw new Error(usage);
  return { command, email, role };
}
