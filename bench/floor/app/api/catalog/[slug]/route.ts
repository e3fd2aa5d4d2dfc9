import { constant } from "../../../../constant.ts";

export const dynamic = "force-dynamic";
export const GET = constant("ENTRY_BYTES");
