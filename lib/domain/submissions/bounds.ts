/** Spec 2.4, for whoever keeps to the bounds without validating: free of zod, so that every page can afford it. */
export const utmPropertiesMax = 12;
export const utmValueMax = 500;
export const urlMax = 2048;
