type Props = {
  href: string | null | undefined;
  text: string;
  /** What it is about, for whoever hears the link alone. */
  about: string;
  className?: string;
};

/** Out of the site; by https only, whatever is stored. */
export function ExternalLink({ href, text, about, className = "link inline-block py-1.5" }: Props) {
  if (!href?.startsWith("https://")) return null;
  return (
    <a className={className} href={href} rel="noreferrer">
      {text}
      <span className="sr-only"> {about}</span>
      <span aria-hidden="true"> ↗</span>
    </a>
  );
}
