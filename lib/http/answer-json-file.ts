import type { AnswerHeaders } from "./answer.ts";

/** A JSON file to keep, for whoever asked alone; `fileName` has letters, digits, `-` and `.` alone. */
export function answerJsonFile(fileName: string, content: object, headers: AnswerHeaders): Response {
  Object.assign(headers, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Disposition": `attachment; filename="${fileName}"`,
    "Cache-Control": "no-store",
  });
  return new Response(`${JSON.stringify(content, null, 2)}\n`, { headers });
}
