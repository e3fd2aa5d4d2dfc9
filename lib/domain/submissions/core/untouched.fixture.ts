/** The columns for operators, consent and hand-off links, with the values of a new submission. */
export const untouched = {
  status: "new",
  owner_id: null,
  revision: 0,
  replied_at: null,
  closed_at: null,
  close_reason: null,
  consent_confirmed_at: null,
  consent_notice_version: null,
  consent_withdrawn_at: null,
  assisted_by: null,
  snoozed_until: null,
  last_message_at: null,
  message_state: null,
  honeypot_filled: null,
  spam_reasons: null,
  clock_mail_at: null,
  booking_reminder_at: null,
  shared_at: null,
};

/** The columns that only an evaluation fills. */
export const withoutEvaluation = {
  role: null,
  company: null,
  phone: null,
  discovery_source: null,
  answers: null,
  answers_form: null,
  score: null,
  route: null,
  review_min: null,
  qualified_min: null,
};
