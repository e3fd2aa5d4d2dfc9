import "server-only";
import { AppError } from "../../domain/errors.ts";

/** Of zxcvbn's 0 to 4: 3 takes 100 million guesses or more. */
const scoreMin = 3;

/** Loaded with the first new password: its list of common ones takes some 10 MB of memory. */
async function loadChecker() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}
let checker: ReturnType<typeof loadChecker> | undefined;

/**
 * Refuses a password that is common, or made of common ones, patterns or what is known of its owner.
 * @throws AppError `invalid_input`
 */
export async function requireStrongPassword(password: string, known: string[]): Promise<void> {
  checker ??= loadChecker().catch((error: unknown) => {
    checker = undefined;
    throw error;
  });
  const words = known.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]).filter(Boolean);
  if ((await checker).check(password, words).score >= scoreMin) return;
  throw new AppError("invalid_input", "This password is too easy to guess. Choose a few unrelated words.", {
    problem: "weak_password",
  });
}
