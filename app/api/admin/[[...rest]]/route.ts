import { deskNotFound } from "#lib/http/not-found.ts";

export {
  deskNotFound as DELETE,
  deskNotFound as GET,
  deskNotFound as HEAD,
  deskNotFound as OPTIONS,
  deskNotFound as PATCH,
  deskNotFound as POST,
  deskNotFound as PUT,
};
