import { mayKeepAnswers } from '#domain/account/permissions.ts';
import { isAsked, type SnapshotReader } from '../../spine/log/snapshot.ts';
import { publishedKnowledge } from './entries.ts';

/**
 * Reads the knowledge base that devices keep, see `server/assistant/knowledge/device-knowledge.ts`. Users without access
 * to the assistant get an empty list.
 */
export const catalogSnapshot: SnapshotReader = async (tx, user, asked) => {
  if (!isAsked(asked, 'catalog')) return [];
  if (!mayKeepAnswers(user)) return [{ stream: 'catalog', rows: { knowledge: [] } }];
  const rows = asked.knowledge === 'apart' ? {} : { knowledge: await publishedKnowledge(tx) };
  return [{ stream: 'catalog', rows }];
};
