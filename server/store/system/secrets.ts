import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from './db.ts';

/** Returns the secret of this name, which is permanent and shared by all processes. It is generated on first use. */
export async function secretOf(db: Db, name: string): Promise<Buffer> {
  await sql`insert into secrets (name, value) values (${name}, ${randomBytes(32)}) on conflict do nothing`.execute(db);
  const { rows } = await sql<{ value: Buffer }>`select value from secrets where name = ${name}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`there is no key named ${name}`);
  return row.value;
}
