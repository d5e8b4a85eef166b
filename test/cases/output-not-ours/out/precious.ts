export const years = 3;
