import { sql } from 'kysely';
import type { KnowledgeState, SavedEntry } from '#domain/assistant/wire/saved-knowledge.ts';
import { type Db, firstRow, type Tx } from '../../database/db.ts';
import { currentSettings, type SavedSettings } from './assistant-settings.ts';
import { type TreeInUse, treesAfter } from './finder-trees.ts';

export interface KnowledgeChanges {
  state: KnowledgeState;
  /** Published entries that have changed. */
  entries: SavedEntry[];
  /** Ids of entries that were deleted or are not published. */
  gone: string[];
  /** Trees of the failure finder that have changed. */
  trees: TreeInUse[];
  /** The assistant's settings in force. */
  settings: SavedSettings;
}

/** Returns the state of the knowledge base. */
export async function knowledgeState(db: Db | Tx): Promise<KnowledgeState> {
  const state = await firstRow<KnowledgeState>(db)`
    select name as epoch, greatest((select max(revision) from knowledge), (select max(revision) from knowledge_deleted),
                                    (select max(revision) from finder_trees), 0)::float8 as revision,
           (select coalesce(max(version), 0) from assistant_settings) as settings from epoch`;
  if (state === undefined) throw new Error('the epoch row is missing');
  return state;
}

type Row = Omit<SavedEntry, 'ko' | 'checkBy' | 'checkedOn'> & {
  ko: Required<SavedEntry>['ko'] | null;
  checkBy: string | null;
  /** Null for an entry that an expert has edited: the editors of the file have not checked that. */
  checkedOn: string | null;
};

/** Reads what has changed after a revision; all entries after -1. One snapshot, so that the state fits the entries. */
export async function knowledgeAfter(db: Db, revision: number): Promise<KnowledgeChanges> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const state = await knowledgeState(tx);
      const changed = await sql<Row>`
        select id, large, medium, small, question, alternatives, answer, keywords, urls, status, ko, sources,
               to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD') as "changedOn", check_by::text as "checkBy",
               case when version = imported_version then checked_on::text end as "checkedOn"
        from knowledge where revision > ${revision} order by large, medium, small, id`.execute(tx);
      const deleted = await sql<{ id: string }>`
        select id from knowledge_deleted d where revision > ${revision}
           and not exists (select from knowledge k where k.id = d.id) order by id`.execute(tx);
      const hidden = changed.rows.filter(({ status }) => status !== 'published');
      return {
        state,
        entries: changed.rows.filter(({ status }) => status === 'published').map(entryOf),
        gone: [...hidden, ...deleted.rows].map(({ id }) => id),
        trees: await treesAfter(tx, revision),
        settings: await currentSettings(tx),
      };
    });
}

function entryOf({ ko, checkBy, checkedOn, ...entry }: Row): SavedEntry {
  return {
    ...entry,
    ...(ko === null ? {} : { ko }),
    ...(checkBy === null ? {} : { checkBy }),
    ...(checkedOn === null ? {} : { checkedOn }),
  };
}
