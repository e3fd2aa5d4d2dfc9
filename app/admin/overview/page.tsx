import { Desk } from "#components/desk/desk.tsx";
import { UnsentNotice } from "#components/desk/mail/notices.tsx";
import { OverviewCharts } from "#components/desk/overview/figures.tsx";
import { FormSteps } from "#components/desk/overview/form-steps.tsx";
import { RangeNote, RangePicker } from "#components/desk/overview/range-picker.tsx";
import { parseOverviewQuery } from "#lib/domain/submissions/overview/overview.ts";
import { getDeskMetadata, getDeskText } from "#lib/i18n/get-desk-text.ts";
import { findOddCharacters } from "#lib/server/limits/assistants.ts";
import { countDeadMails } from "#lib/server/mail/mail-queue.ts";
import { getReplyTime } from "#lib/server/submissions/core/reply-promise.ts";
import { countReplies } from "#lib/server/submissions/overview/count-replies.ts";
import { getOverview, readStepFigures } from "#lib/server/submissions/overview/get-overview.ts";
import type { DeskPageProps } from "../../pages.ts";
import { getDeskLanguage, requirePageOperator } from "../session.ts";

export const generateMetadata = () => getDeskMetadata("overview", (t) => t("title"));

export default async function OverviewPage({ searchParams }: DeskPageProps) {
  const t = await getDeskText("overview");
  const operator = await requirePageOperator();
  const query = parseOverviewQuery(await searchParams);
  const now = new Date();
  const [overview, open, unsent] = await Promise.all([
    getOverview(query),
    countReplies({ now }),
    countDeadMails({ operator }),
  ]);
  const lookAlikes = [...overview.agents, ...overview.assistants.shown.map(({ name }) => name)].filter(
    (name) => findOddCharacters(name).length > 0,
  );
  return (
    <Desk operator={operator} current="overview">
      {/* In this size, the overview prints on two A4 pages. */}
      <div className="print:[zoom:0.58]">
        <h1 className="mb-2 text-2xl">{t("title")}</h1>
        <RangePicker range={overview.range} now={now} />
        <RangeNote range={overview.range} />
        <div className="print:hidden">
          <UnsentNotice count={unsent} />
        </div>
        <OverviewCharts
          overview={overview}
          open={open}
          lookAlikes={lookAlikes}
          replyTime={getReplyTime(await getDeskLanguage())}
        />
        <div className="mt-4 grid items-start gap-4 lg:grid-cols-2 sm:print:grid-cols-2">
          {(await readStepFigures(overview)).map((figures) => (
            <FormSteps key={figures.form} figures={figures} unit={overview.range.unit} />
          ))}
        </div>
      </div>
    </Desk>
  );
}
