import { inquiryValues, insertInquiry } from "../../../../../statements.ts";
import { insert } from "../../../../insert.ts";

export const POST = insert(insertInquiry, inquiryValues);
