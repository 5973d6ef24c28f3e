import { Drain } from '../../../src/sync/drain.ts';
import type { DrainParts } from '../../../src/sync/drain-parts.ts';
import { takeLead } from '../../../src/sync/fence.ts';
import type { Report } from '../../../src/sync/world.ts';
import { FakeWorld } from './fake-world.ts';
import { deviceOf, startAt } from './user.ts';
import { outboxRules } from '../../../src/nouns.ts';

/** A device whose drain `run` keeps going until nothing more can be sent for now. */
export async function draining(
  about: Pick<DrainParts, 'firstBytes' | 'settles'> & Partial<Pick<DrainParts, 'idle'>> = {},
) {
  const { db, me, ctx } = deviceOf();
  const from = await startAt(db, 10);
  const world = new FakeWorld();
  const reports: Report[] = [];
  const fence = await takeLead(db, 'tab', 0);
  const drain = new Drain({
    db,
    rules: outboxRules,
    me: me.id,
    clientId: me.id,
    world,
    fence,
    report: (r) => reports.push(r),
    idle: () => undefined,
    ...about,
  });
  const run = () => drain.run(new AbortController().signal, true);
  return { db, me, ctx, from, world, reports, drain, run };
}

/** The arguments of `sendMessage` for a text message. */
export const say = (roomId: string, content: string) => ({ roomId, content, files: [] });
