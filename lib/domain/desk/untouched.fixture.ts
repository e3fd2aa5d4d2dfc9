/** What a row holds of the operators' work before they have seen it. */
export const untouched = {
  status: "new",
  owner_id: null,
  revision: 0,
  replied_at: null,
  closed_at: null,
  close_reason: null,
};
