import type { EmptyCombinationsReply } from '#domain/assistant/wire/empty-combinations.ts';
import type { Api } from '../../../net/http.ts';

/** Returns one page of the combinations that have no entry. @param query the page, and the kinds to show */
export function emptyCombinations(api: Api, query: string): Promise<EmptyCombinationsReply> {
  return api.json({ path: `/admin-api/empty_combinations?${query}` });
}
