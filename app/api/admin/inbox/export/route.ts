import { parseInboxQuery } from "#lib/domain/desk/inbox-query.ts";
import { answerCsv } from "#lib/http/answer-csv.ts";
import { handleDeskRead } from "#lib/http/handle-desk-form.ts";
import { searchParamsOf } from "#lib/http/search-params.ts";
import { exportSubmissions } from "#lib/server/desk/export-submissions.ts";

const route = handleDeskRead({ name: "exportSubmissions" }, (operator, request, _params, exchange) => {
  const query = parseInboxQuery(searchParamsOf(request.url));
  const day = exchange.now.toISOString().slice(0, 10);
  return answerCsv(exchange, `submissions-${day}.csv`, exportSubmissions(operator, query, exchange));
});

export { route as DELETE, route as GET, route as HEAD, route as OPTIONS, route as PATCH, route as POST, route as PUT };
