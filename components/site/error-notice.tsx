import { buttonClass } from "#components/ui/button.ts";
import { cell, drawPiece, type Sides } from "#components/ui/drawings.ts";

type Props = { texts: { title: string; text: string; retry: string; home: string }; home: string; locale?: string };

/** Explains an error and offers to reload the page, which also helps after a new build of the site. */
export function ErrorNotice({ texts, home, locale }: Props) {
  return (
    <section lang={locale} role="alert" className="my-8 max-w-prose">
      <h1 className="text-2xl">{texts.title}</h1>
      <p className="mt-4">{texts.text}</p>
      <div className="mt-8 flex flex-wrap gap-3">
        {/* biome-ignore lint/a11y/useValidAnchor: an empty address reloads the current page without script */}
        <a className={buttonClass()} href="">
          {texts.retry}
        </a>
        <a className={buttonClass("secondary")} href={home}>
          {texts.home}
        </a>
      </div>
    </section>
  );
}

const straight: Sides = { top: "flat", right: "flat", bottom: "flat", left: "flat" };
const hole = drawPiece({ x: cell, y: 0 }, cell, { ...straight, right: "notch", left: "notch" });

export function MissingPiece({ digits }: { digits: "404" | "500" | "503" }) {
  return (
    <svg viewBox="0 -4 420 262" className="block w-full max-w-sm overflow-visible" aria-hidden="true">
      <path d={drawPiece({ x: 0, y: 0 }, cell, { ...straight, right: "tab" })} className="fill-primary" />
      <path d={drawPiece({ x: 2 * cell, y: 0 }, cell, { ...straight, left: "tab" })} className="fill-primary" />
      <path d={hole} className="fill-none stroke-edge stroke-2 [stroke-dasharray:3_7] [stroke-linecap:round]" />
      <g className="origin-center translate-x-[8px] translate-y-[98px] rotate-[13deg] [transform-box:fill-box]">
        <path d={hole} className="fill-accent" />
        <text x={cell * 1.5} y={101} className={`${digit} fill-on-accent`}>
          {digits[1]}
        </text>
      </g>
      <text x={cell / 2 - 3} y={101} className={`${digit} fill-on-primary`}>
        {digits[0]}
      </text>
      <text x={cell * 2.5 + 3} y={101} className={`${digit} fill-on-primary`}>
        {digits[2]}
      </text>
    </svg>
  );
}

const digit = "font-display text-[88px] font-extrabold [text-anchor:middle]";
