import "server-only";
import type { Letter } from "../../domain/mail/letter.ts";
import { letterText } from "../../domain/mail/letter-text.ts";

/** Both parts of a mail: they say the same. */
export async function renderLetter(letter: Letter): Promise<{ html: string; text: string }> {
  // React is one of two libraries, chosen by NODE_ENV where it is first imported, and a mixture of them fails.
  // react-email imports one half of it at the first mail: the other half must not come earlier, as the server sets
  // NODE_ENV only after its imports.
  const { letterHtml } = await import("./letter-html.ts");
  return { html: await letterHtml(letter), text: letterText(letter) };
}
