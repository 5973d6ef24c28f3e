import { afterAll, expect, test } from 'vitest';
import type { Cursor } from '#domain/spine/wire/sync.ts';
import { snapshotOf } from '../../../../server/start/snapshot.ts';
import { pullPage } from '../../../support/pull-page.ts';
import { busWorld, say } from '../../../support/database/bus-world.ts';

const world = await busWorld();
afterAll(() => world.close());

/** The position from which a new device pulls. */
async function startPosition(): Promise<Cursor> {
  const [head] = await snapshotOf(world.db, world.engineer, { streams: [] });
  if (head === undefined || !('pos' in head)) throw new Error('the snapshot has no position');
  return head.pos;
}

test.each([1, 2, 3, 7, 10, 11])(
  '32 pages of %i split the events of one transaction, and all of them arrive in order',
  async (size) => {
    const { db, engineer } = world;
    const roomId = await world.openRoom(engineer, 7, { resultName: `pages of ${size}` });
    const from = await startPosition();
    const texts = Array.from({ length: 10 }, (_, i) => `${i}`);
    await world.send(engineer, ...texts.map((text) => say(roomId, text)));
    await world.send(engineer, say(roomId, 'the next transaction'));

    const seen: { xid: string; sseq: number }[] = [];
    const pages: number[] = [];
    let cursor = from;
    for (let more = true; more;) {
      const page = await pullPage(db, engineer, cursor, size);
      seen.push(...page.events.map(({ pos, sseq }) => ({ xid: pos.xid, sseq })));
      pages.push(page.events.length);
      ({ next: cursor, more } = page);
    }
    expect(Math.max(...pages)).toBeLessThanOrEqual(size);
    const positions = seen.map(({ sseq }) => sseq);
    expect(positions).toEqual(positions.map((_, i) => (positions[0] ?? 0) + i));
    expect(seen).toHaveLength(11);
    expect(new Set(seen.slice(0, 10).map(({ xid }) => xid)).size).toBe(1);
  },
);
