import { buttonClass } from "#components/ui/button.ts";

type Props = { title: string; text: string; link: { href: string; label: string } };

/** In place of an outcome that this browser does not know. */
export function NothingSent({ title, text, link }: Props) {
  return (
    <div className="mx-auto max-w-2xl">
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-4">{text}</p>
      <a className={`${buttonClass()} mt-8`} href={link.href}>
        {link.label}
      </a>
    </div>
  );
}
