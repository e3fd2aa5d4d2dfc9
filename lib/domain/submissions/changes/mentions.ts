export type Mentionable = { id: string; name: string };

const wordEnd = /[\p{L}\p{M}\p{Nd}_]/u;

/**
 * Finds operators mentioned in a note by `@` and their full name, ignoring case. "@Ana Ruiz" does not also mention
 * "@Ana" if both are operators.
 */
export function findMentioned<Operator extends Mentionable>(text: string, operators: Operator[]): Operator[] {
  const found = new Set<string>();
  for (const { start, end } of findMentions(text, operators)) found.add(fold(text.slice(start + 1, end)));
  return operators.filter(({ name }) => found.has(fold(name)));
}

/** Finds the positions of mentions in a note, in order. */
export function findMentions(text: string, operators: Pick<Mentionable, "name">[]): { start: number; end: number }[] {
  const names = operators.map(({ name }) => name).sort((one, other) => other.length - one.length);
  return [...text.matchAll(/@/g)].flatMap(({ index: start }) => {
    const [end] = names.flatMap((name) => findEnd(text, start + 1, name) ?? []);
    return end === undefined ? [] : [{ start, end }];
  });
}

/** Finds the end of a name. Its length may vary, because a letter and its accent can be one character or two. */
function findEnd(text: string, start: number, name: string): number | undefined {
  const longest = start + name.normalize("NFD").length;
  for (let end = start + name.normalize("NFC").length; end <= longest; end++) {
    if (fold(text.slice(start, end)) === fold(name) && !wordEnd.test(text.slice(end, end + 1))) return end;
  }
  return undefined;
}

const fold = (name: string) => name.normalize("NFC").toLowerCase();
