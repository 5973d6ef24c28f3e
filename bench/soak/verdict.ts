import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { Client, type Picture } from './client.ts';
import { until } from '../../tests/support/until.ts';
import type { Db } from '../../server/database/db.ts';

/** Results of the checks once the system is quiet again. */
export interface Verdict {
  written: number;
  lost: number;
  doubled: number;
  outOfOrder: number;
  /** Names of devices whose rows differ from those of a new device of the same user. */
  unequal: string[];
}

export async function judge(db: Db, clients: readonly Client[], url: string): Promise<Verdict> {
  const stored = await storedByRoom(db);
  const verdict: Verdict = { written: 0, lost: 0, doubled: 0, outOfOrder: 0, unequal: [] };
  const times = new Map<string, number>();
  for (const text of [...stored.values()].flat()) times.set(text, (times.get(text) ?? 0) + 1);
  for (const count of times.values()) if (count > 1) verdict.doubled += count - 1;
  for (const { sent } of clients) {
    for (const [roomId, texts] of sent) {
      const inRoom = stored.get(roomId) ?? [];
      const places = texts.map((text) => inRoom.indexOf(text));
      verdict.written += texts.length;
      verdict.lost += places.filter((place) => place < 0).length;
      const found = places.filter((place) => place >= 0);
      verdict.outOfOrder += found.filter((place, i) => i > 0 && place < (found[i - 1] ?? 0)).length;
    }
  }
  const fresh = new Map<string, Picture>();
  for (const client of clients) {
    const user = client.device.ctx.me.id;
    const expected = fresh.get(user) ?? (await freshPicture(client, url));
    fresh.set(user, expected);
    if (!isDeepStrictEqual(await client.picture(), expected)) verdict.unequal.push(client.name);
  }
  return verdict;
}

async function storedByRoom(db: Db): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ room: string; texts: string[] }>`
    select room_id as room, array_agg(data ->> 'content' order by sseq) as texts from messages group by room_id`.execute(
    db,
  );
  return new Map(rows.map(({ room, texts }) => [room, texts]));
}

/** The rows that a new device of the same user has after its first snapshot. */
async function freshPicture({ name, token }: Client, url: string): Promise<Picture> {
  const newcomer = await Client.start(`${name} anew`, url, token);
  try {
    await until('it has caught up', () => newcomer.device.reports.some(({ type }) => type === 'pull.caughtUp'));
    return await newcomer.picture();
  } finally {
    newcomer.device.close();
  }
}

/** Whether every device has sent everything and has all its rooms up to the database's position. */
export async function isQuiet(db: Db, clients: readonly Client[]): Promise<boolean> {
  const { rows } = await sql<{ id: string; sseq: number }>`
    select id, (data ->> 'sseq')::int as sseq from rooms`.execute(db);
  const newest = new Map(rows.map(({ id, sseq }) => [id, sseq]));
  for (const client of clients) {
    if (!(await client.isEmpty())) return false;
    for (const { id, sseq } of await client.device.ctx.db.rooms.toArray()) if (sseq !== newest.get(id)) return false;
  }
  return true;
}
