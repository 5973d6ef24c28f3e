import { sql } from 'kysely';
import type { Tx } from '../system/db.ts';

/** The columns that `qnas` and `knowledge` share. */
const shared = (
  'id large medium small question alternatives answer keywords urls status sources ko chat_type check_by checked_on ' +
  'version imported_version updated_at'
).split(' ');
const columns = sql.join(shared.map((name) => sql.ref(name)));
const newColumns = sql.join(shared.map((name) => sql.ref(`excluded.${name}`)));

/** Copies Q&As to what the assistant answers from. */
export async function activate(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    insert into knowledge (${columns}) select ${columns} from qnas where id = any(${ids})
    on conflict (id) do update set (${columns}) = row (${newColumns})`.execute(tx);
}
