type Props = {
  href: string | null | undefined;
  text: string;
  about: string;
  className?: string;
};

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
