import { inboxOperations } from "#lib/contract/desk/inbox.ts";
import { dayOfDesk } from "#lib/domain/time-zone.ts";
import { handleCsv } from "#lib/http/handle-csv.ts";
import { exportSubmissions } from "#lib/server/submissions/export-submissions.ts";

export const GET = handleCsv(inboxOperations.exportSubmissions, "/admin/inbox", (query, { operator, now }) => ({
  fileName: `submissions-${dayOfDesk(now)}.csv`,
  parts: exportSubmissions(query, { operator, now }),
}));
