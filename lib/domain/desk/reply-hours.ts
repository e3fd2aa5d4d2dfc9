/** Within how many hours the team promises its first reply; every text that names the promise takes it from here. */
export const replyHours = 48;

/** From this hour on the desk warns that a reply is still missing. */
export const replyWarningHours = 36;
