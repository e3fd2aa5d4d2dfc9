import { parseEnv } from "./env.ts";

export function getError(variables: Record<string, string>): string {
  try {
    parseEnv(variables);
  } catch (error) {
    return String(error);
  }
  throw new Error(`accepted: ${JSON.stringify(variables)}`);
}

export const findLine = (text: string, name: string) =>
  text.split("\n").find((line) => line.trim().startsWith(`${name} `)) ?? "";
