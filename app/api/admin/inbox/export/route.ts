import { inboxOperations } from "#lib/contract/desk/submissions.ts";
import { toDeskDay } from "#lib/domain/time-zone.ts";
import { handleCsv } from "#lib/http/handle-csv.ts";
import { exportSubmissions } from "#lib/server/submissions/export-submissions.ts";

export const GET = handleCsv(inboxOperations.exportSubmissions, "/admin/inbox", (query, { operator, now }) => ({
  fileName: `submissions-${toDeskDay(now)}.csv`,
  parts: exportSubmissions(query, { operator, now }),
}));
