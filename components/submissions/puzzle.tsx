/// <reference types="next/image-types/global" />
import { cell, cells, parts } from "#components/ui/drawings.ts";
import { partColors } from "#components/ui/part-piece.tsx";
import { type Question, questions } from "#lib/domain/submissions/core/questions.ts";
import type { LeadRoute } from "#lib/domain/submissions/core/schema.ts";
import drawing from "./pieces.svg";

const { raw } = String;

/** Classes that fit a piece in once its question is answered, without JavaScript and also for a restored draft. */
const fittedOnceAnswered: Record<Question["key"], string> = {
  marketing_team: raw`group-has-[[name=marketing\_team]:checked]/evaluation:fitted`,
  campaign_frequency: raw`group-has-[[name=campaign\_frequency]:checked]/evaluation:fitted`,
  company_scope: raw`group-has-[[name=company\_scope]:checked]/evaluation:fitted`,
  budget: raw`group-has-[[name=budget]:checked]/evaluation:fitted`,
  launch_timeline: raw`group-has-[[name=launch\_timeline]:checked]/evaluation:fitted`,
  internal_dev_capacity: raw`group-has-[[name=internal\_dev\_capacity]:checked]/evaluation:fitted`,
  vendor_onboarding: raw`group-has-[[name=vendor\_onboarding]:checked]/evaluation:fitted`,
  brand_relationship: raw`group-has-[[name=brand\_relationship]:checked]/evaluation:fitted`,
  after_project: raw`group-has-[[name=after\_project]:checked]/evaluation:fitted`,
};

export function AnswersPuzzle() {
  return (
    <div
      className={`${beside} max-lg:mt-8 max-lg:-mb-20 max-lg:h-12 [@media(scripting:none)]:max-lg:hidden`}
      aria-hidden="true"
    >
      <PuzzlePieces
        className="*:-translate-y-8 *:rotate-12 *:opacity-0 *:transition-[opacity,translate,rotate] *:duration-500 *:ease-house *:motion-reduce:transition-none"
        looks={questions.map(({ key }) => fittedOnceAnswered[key])}
      />
    </div>
  );
}

const projectLooks: Record<LeadRoute, string> = {
  qualified: "",
  review: "translate-x-[34px] translate-y-[-30px] rotate-[9deg]",
  redirect: "hidden",
};

export function VerdictPuzzle({ route }: { route: LeadRoute }) {
  return (
    <div className={`${beside} max-lg:hidden`} aria-hidden="true">
      <PuzzlePieces className="" looks={[...parts.map(() => ""), projectLooks[route]]} />
    </div>
  );
}

/** Class that places the pieces beside the text on wide screens. The frame around them must be positioned. */
const beside = "pointer-events-none lg:absolute lg:inset-y-0 lg:right-0 lg:w-56 xl:w-68 print:hidden";

const project = { name: "project", colors: "fill-accent text-on-accent" };
const pieces = [...parts.map(({ name, look }) => ({ name, colors: partColors[look] })), project];

/** The drawing is a file of its own, because it would be a tenth of the page's size. */
function PuzzlePieces({ className, looks }: { className: string; looks: readonly string[] }) {
  return (
    <svg
      viewBox={`0 0 ${cells * cell} ${cells * cell}`}
      className="ml-auto block h-full overflow-visible lg:sticky lg:top-10 lg:h-auto lg:w-full"
      aria-hidden="true"
    >
      <use
        href={`${drawing.src}#board`}
        className="fill-ink/8 forced-colors:fill-none forced-colors:stroke-[CanvasText]"
      />
      <g
        className={`*:origin-center *:[transform-box:fill-box] forced-colors:*:fill-[CanvasText] forced-colors:*:stroke-[Canvas] forced-colors:*:text-[Canvas] ${className}`}
      >
        {pieces.map(({ name, colors }, at) => (
          <use key={name} href={`${drawing.src}#${name}`} className={`${colors} ${looks[at]}`} />
        ))}
      </g>
    </svg>
  );
}
