import { type Db, firstValue, rowsOf, type Tx } from '../../database/db.ts';
import { saysTheSame } from './publish.ts';

/** Differences between the Q&As as experts edit them and the entries from which the assistant answers. */

export interface Difference {
  id: string;
  /** The question; of a deleted entry, as the assistant has it. */
  title: string;
  kind: 'created' | 'changed' | 'deleted';
}

/** Returns what differs, by id. */
export async function differences(db: Db | Tx): Promise<Difference[]> {
  return await rowsOf<Difference>(db)`
    select coalesce(q.id, k.id) as id, coalesce(q.question, k.question) as title,
           case when k.id is null then 'created' when q.id is null then 'deleted' else 'changed' end as kind
      from knowledge k full join qnas q on q.id = k.id
     where k.id is null or q.id is null or not ${saysTheSame} order by 1`;
}

/** Returns a text that changes with every edit of a Q&A. */
export async function editedStamp(db: Db | Tx): Promise<string> {
  const value = await firstValue<string | null>(db)`
    select md5(string_agg(id || ':' || version || ':' || updated_at, ',' order by id)) as stamp from qnas`;
  return value ?? '';
}
