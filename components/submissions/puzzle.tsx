import { cell, marigold, parts, projectOutline } from "#components/ui/drawings.ts";
import { PartPiece } from "#components/ui/part-piece.tsx";
import { type Question, questions } from "#lib/domain/submissions/core/questions.ts";
import type { LeadRoute } from "#lib/domain/submissions/core/schema.ts";

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
        looks={questions.map(
          ({ key }) =>
            `-translate-y-8 rotate-12 opacity-0 transition-[opacity,translate,rotate] duration-500 ease-house motion-reduce:transition-none ${fittedOnceAnswered[key]}`,
        )}
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
      <PuzzlePieces looks={[...parts.map(() => ""), projectLooks[route]]} />
    </div>
  );
}

/** Class that places the pieces beside the text on wide screens. The frame around them must be positioned. */
const beside = "pointer-events-none lg:absolute lg:inset-y-0 lg:right-0 lg:w-56 xl:w-68 print:hidden";

function PuzzlePieces({ looks }: { looks: readonly string[] }) {
  return (
    <svg
      viewBox={`0 0 ${3 * cell} ${3 * cell}`}
      className="ml-auto block h-full overflow-visible lg:sticky lg:top-10 lg:h-auto lg:w-full"
      aria-hidden="true"
    >
      {[...parts.map(({ outline }) => outline), projectOutline].map((outline) => (
        <path
          key={outline}
          d={outline}
          className="fill-ink/8 forced-colors:fill-none forced-colors:stroke-[CanvasText]"
        />
      ))}
      {looks.map((look, at) => {
        const part = parts[at];
        return (
          <g key={part?.name ?? "project"} className={`origin-center [transform-box:fill-box] ${look}`}>
            {part ? <PartPiece part={part} transform="translate(37 37) scale(1.375)" /> : <ProjectPiece />}
          </g>
        );
      })}
    </svg>
  );
}

function ProjectPiece() {
  return (
    <>
      <path d={projectOutline} className="fill-accent forced-colors:fill-[CanvasText]" />
      <path
        d={marigold}
        transform={`translate(${2 * cell + 38} 34) scale(1.5)`}
        className="fill-on-accent [fill-rule:evenodd] forced-colors:fill-[Canvas]"
      />
    </>
  );
}
