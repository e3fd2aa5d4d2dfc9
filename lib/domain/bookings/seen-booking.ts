/** A booking as a booking service tells it, by webhook or by its API. */
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
  /** Our reference, as it was handed over with the link or with a booking of ours. */
  reference?: string | undefined;
  /** The service's time of this change. */
  changedAt: Date;
  /** The service's time at which the person booked. */
  bookedAt: Date;
};
