type Props = {
  href: string | null | undefined;
  text: string;
  /** Read to screen readers after the text. */
  about: string;
  className?: string;
};

/** Renders nothing unless the address is https. */
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
