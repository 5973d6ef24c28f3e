import type { FinderTreesReply, SaveTreeBody, TreeVersionsReply } from '#domain/assistant/wire/finder.ts';
import type { Api } from '../../../net/http.ts';

/** The failure finder's trees, for experts who may edit the knowledge base. All throw Unreachable, Refused or SignedOut. */

/** Returns the version in use of each tree. */
export function finderTrees(api: Api): Promise<FinderTreesReply> {
  return api.json({ path: '/admin-api/finder_trees' });
}

/** Returns the newest versions of a tree, newest first, and the entries that it may cite. */
export function treeVersions(api: Api, id: string): Promise<TreeVersionsReply> {
  return api.json({ path: `/admin-api/finder_trees/${id}/versions` });
}

/**
 * Saves a new version. @param key idempotency key: sent again, the call has its first effect and reply
 * @throws Refused with STALE when another version has been saved since the one it replaces
 */
export function saveTree(api: Api, body: SaveTreeBody, key: string): Promise<{ version: number }> {
  const path = `/admin-api/finder_trees/${body.tree.id}`;
  return api.json({ path, body, headers: { 'idempotency-key': key } });
}
