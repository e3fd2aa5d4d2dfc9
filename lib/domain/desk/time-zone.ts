/** The one clock of the desk, whoever looks at it: its days and weeks begin there. */
export const deskTimeZone = "America/Mexico_City";
