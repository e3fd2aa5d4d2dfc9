import { contactValues, insertContact } from "../../../../../statements.ts";
import { insert } from "../../../../insert.ts";

export const POST = insert(insertContact, contactValues);
