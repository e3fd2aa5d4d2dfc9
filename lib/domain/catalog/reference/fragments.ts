/** Hands out fragments of a page, readable and each one once. */
export function fragmentNames(): (prefix: string, name: string) => string {
  const given = new Set<string>();
  return (prefix, name) => {
    const readable = name
      .replace(/[^A-Za-z0-9]+/g, "-")
      .replace(/^-|-$/g, "")
      .slice(0, 60);
    const stem = readable ? `${prefix}-${readable}` : prefix;
    let fragment = stem;
    for (let count = 2; given.has(fragment); count++) fragment = `${stem}-${count}`;
    given.add(fragment);
    return fragment;
  };
}
