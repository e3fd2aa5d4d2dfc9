/** Hands on, from page to page of a sign-in, where it leads to. */
export function ReturnField({ path }: { path: string | undefined }) {
  return path !== undefined && <input type="hidden" name="to" value={path} />;
}
