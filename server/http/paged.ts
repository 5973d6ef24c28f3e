/** Most rows of a list in a file. */
export const exportedRows = 10_000;

/** Which page of a list a call asks for; the first one without `page`. */
export interface PageQuery {
  page?: number | undefined;
  limit?: number | undefined;
}

/** Returns one page of a list that is read whole, as the reply has it. @param rows length of a page without `limit` */
export function pageOf<T>(
  all: readonly T[],
  { page = 1, limit }: PageQuery,
  rows: number,
): { items: T[]; total: number; page: number; limit: number } {
  const length = limit ?? rows;
  return { items: all.slice((page - 1) * length, page * length), total: all.length, page, limit: length };
}
