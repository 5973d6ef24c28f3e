import { type RawBuilder, sql } from 'kysely';
import { rowsOf, type Tx } from '../../database/db.ts';

/** Copying Q&As, or an earlier version of the index, to what the assistant answers from. */

/** Columns with the text of an entry. Two entries that agree in these are the same to a reader. */
const content =
  'large medium small question alternatives answer keywords urls status sources ko chat_type check_by'.split(' ');
/** The columns that `qnas` and `knowledge` share. */
const shared = ['id', ...content, 'checked_on', 'version', 'imported_version', 'updated_at'];

const columnsOf = (names: readonly string[], table?: string): RawBuilder<unknown> =>
  sql.join(names.map((name) => sql.ref(table === undefined ? name : `${table}.${name}`)));
const columns = columnsOf(shared);
const newColumns = columnsOf(shared, 'excluded');

/** Whether `k` and `q` say the same: an SQL condition over two tables with the shared columns. */
export const saysTheSame = sql`row (${columnsOf(content, 'k')}) is not distinct from row (${columnsOf(content, 'q')})`;

/** Copies Q&As to what the assistant answers from. */
export async function activate(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    insert into knowledge (${columns}) select ${columns} from qnas where id = any(${ids})
    on conflict (id) do update set (${columns}) = row (${newColumns})`.execute(tx);
}

/** Numbers of entries that were created, changed and deleted. */
export interface ChangeCounts {
  created: number;
  changed: number;
  deleted: number;
}

/**
 * Makes the assistant answer from exactly these entries. Only entries that differ are written, because devices get each
 * one that was.
 * @param source `qnas`, or a relation with the same columns
 */
export async function activateAll(tx: Tx, source: RawBuilder<unknown>): Promise<ChangeCounts> {
  const deleted = await sql`
    delete from knowledge k where not exists (select from ${source} q where q.id = k.id) returning id`.execute(tx);
  const rows = await rowsOf<{ isNew: boolean }>(tx)`
    insert into knowledge (${columns})
    select ${columnsOf(shared, 'q')} from ${source} q left join knowledge k on k.id = q.id
     where k.id is null or not ${saysTheSame}
    on conflict (id) do update set (${columns}) = row (${newColumns})
    returning xmax = 0 as "isNew"`;
  const created = rows.filter(({ isNew }) => isNew).length;
  return { created, changed: rows.length - created, deleted: deleted.rows.length };
}
