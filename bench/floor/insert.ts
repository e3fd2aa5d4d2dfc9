// A route that parses the body and does one INSERT, unchecked.
import { randomUUID } from "node:crypto";
import pg from "pg";
import { type JsonBody, poolSize } from "../statements.ts";

let pool: pg.Pool | undefined;

export function insert(
  statement: string,
  toValues: (body: JsonBody, requestId: string) => unknown[],
): (request: Request) => Promise<Response> {
  return async (request) => {
    pool ??= new pg.Pool({ connectionString: process.env.DATABASE_URL, max: poolSize });
    const body: JsonBody = await request.json();
    const { rows } = await pool.query(statement, toValues(body, randomUUID()));
    return Response.json({ id: rows[0].id, success: true }, { status: 201 });
  };
}
