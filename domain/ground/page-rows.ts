/** Rows on a page of a list, unless the caller asks for another number. */
export const pageRows = 50;
export const pageRowsMost = 100;
