import type { EmptyCombinationsReply } from '#domain/protocol/empty-combinations.ts';
import type { Api } from './http.ts';

/** Returns one page of the combinations that have no entry. @param kind undefined for all kinds */
export function emptyCombinations(api: Api, page: number, kind: string | undefined): Promise<EmptyCombinationsReply> {
  const query = new URLSearchParams({ page: String(page), ...(kind === undefined ? {} : { kind }) });
  return api.json({ path: `/admin-api/empty_combinations?${query}` });
}
