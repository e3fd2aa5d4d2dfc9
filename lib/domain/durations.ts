export const hourMilliseconds = 60 * 60 * 1000;
export const dayMilliseconds = 24 * hourMilliseconds;
