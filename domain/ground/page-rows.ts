/** Rows on a page of a list whose route asks for no other number (`server/http/paged.ts`). */
export const pageRows = 50;
/** Maximum number of rows that a caller may ask for. */
export const pageRowsMost = 100;
