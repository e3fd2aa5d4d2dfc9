import { firstPageOf, parseInboxQuery, toQuery } from "#lib/domain/desk/inbox-query.ts";
import { dayOfDesk } from "#lib/domain/desk/time-zone.ts";
import { answerCsv } from "#lib/http/answer-csv.ts";
import { handleDeskRead } from "#lib/http/handle-desk-form.ts";
import { searchParamsOf } from "#lib/http/search-params.ts";
import { exportSubmissions } from "#lib/server/submissions/export-submissions.ts";

const queryOf = (request: Request) => firstPageOf(parseInboxQuery(searchParamsOf(request.url)));

const route = handleDeskRead(
  { name: "exportSubmissions", back: (request) => `/admin/inbox?${toQuery(queryOf(request))}` },
  (operator, request, exchange) =>
    answerCsv(
      exchange,
      `submissions-${dayOfDesk(exchange.now)}.csv`,
      exportSubmissions(queryOf(request), { operator, now: exchange.now }),
    ),
);

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
