/** Two pieces that fit, on a square of 32: the tab of the lower one reaches into the notch of the upper one. */
export const logoPaths = {
  upper: "M3 2h26a1 1 0 0 1 1 1v12h-9.2a5.2 5.2 0 0 0-9.6 0H2V3a1 1 0 0 1 1-1Z",
  lower: "M2 17h10.2a3.8 3.8 0 0 1 7.6 0H30v12a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1Z",
};
