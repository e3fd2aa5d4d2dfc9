import { AddedBlock, BlockRef, ListedBlocks, NewBlock } from "../../domain/desk/block-list.ts";
import { Done, defineDeskOperation, defineDeskPost, Nothing } from "../operation.ts";

const path = "/admin/blocked";

export const spamOperations = {
  listBlocks: defineDeskOperation({
    operationId: "listBlocks",
    method: "GET",
    path,
    source: "none",
    input: Nothing,
    output: ListedBlocks,
    status: 200,
    access: "admin",
  }),
  addBlock: defineDeskPost("addBlock", `${path}/add`, "admin", NewBlock, AddedBlock),
  removeBlock: defineDeskPost("removeBlock", `${path}/remove`, "admin", BlockRef, Done),
  /** The operator has opened the spam folder: what is in it is new no longer. */
  markSpamSeen: defineDeskPost("markSpamSeen", "/admin/spam/seen", "operator", Nothing, Done),
};
