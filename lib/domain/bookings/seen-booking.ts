/** A booking that a booking service reports, by webhook or by its API. */
export type SeenBooking = {
  /** The service's id of the booking. */
  uid: string;
  /** The booking that this one replaces, if the person moved it. */
  movedFrom?: string | undefined;
  state: "booked" | "cancelled";
  startAt: Date;
  endAt: Date;
  timeZone?: string | undefined;
  email: string;
  /** The reference that we sent with the link or with our own booking. */
  reference?: string | undefined;
  /** Time of this change by the service's clock. */
  changedAt: Date;
  /** Time at which the person booked, by the service's clock. */
  bookedAt: Date;
};
