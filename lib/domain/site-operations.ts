import * as z from "zod/mini";
import { SiteContent } from "./company.ts";
import { Done, defineDeskPost, nameOperations } from "./operation.ts";
import { PictureReference } from "./picture.ts";
import { base64, databaseIntMax } from "./schema-kit.ts";

const versionId = z.int().check(z.minimum(0), z.maximum(databaseIntMax));
/** `seen` is the newest version when the admin opened the page. */
const seen = { seen: versionId };

export const siteVersionActions = ["started", "changed", "restored", "published"] as const;
export type SiteVersionAction = (typeof siteVersionActions)[number];

const SiteInput = z.extend(SiteContent, {
  ...seen,
  /** `seen` of the `SiteConflict` that the admin chose to overwrite. */
  overwrites: z.optional(versionId),
});
export type SiteInput = z.output<typeof SiteInput>;

const SiteConflict = z.object({ seen: versionId, by: z.array(z.string()) });
export type SiteConflict = z.infer<typeof SiteConflict>;

const Saved = z.object({ version: versionId });
const SeenSite = z.object(seen);
export type SeenSite = z.infer<typeof SeenSite>;

const SiteRestore = z.object({ ...seen, version: versionId });
export type SiteRestore = z.infer<typeof SiteRestore>;

export const pictureFaults = ["bytes", "type", "pixels", "broken", "full"] as const;
export type PictureFault = (typeof pictureFaults)[number];

const NewPicture = z.object({ content: base64() });
export type NewPicture = z.infer<typeof NewPicture>;

const AddedPicture = z.union([z.object({ picture: PictureReference }), z.object({ fault: z.enum(pictureFaults) })]);
export type AddedPicture = z.infer<typeof AddedPicture>;

/** Limits for uploads, large enough for the largest picture in base64. */
const withPicture = { bodyBytesMax: 14 * 1024 * 1024, waitSeconds: 120 };

export const siteOperations = nameOperations({
  saveSite: defineDeskPost(
    "/admin/site/save",
    "admin",
    SiteInput,
    z.union([Saved, z.object({ conflict: SiteConflict })]),
  ),
  publishSite: defineDeskPost("/admin/site/publish", "admin", SeenSite, Done),
  addPicture: defineDeskPost("/admin/site/pictures", "admin", NewPicture, AddedPicture, withPicture),
  restoreSite: defineDeskPost("/admin/site/restore", "admin", SiteRestore, Done),
});
