import { Writer } from '../../../src/sync/writer/writer.ts';
import type { WriterParts } from '../../../src/sync/writer/parts.ts';
import { takeLead } from '../../../src/sync/fence.ts';
import type { EngineReport } from '../../../src/sync/world.ts';
import { FakeWorld } from './fake-world.ts';
import { refuseImpossible } from './refuse-impossible.ts';
import { deviceOf, startAt } from './user.ts';
import { outboxRules } from '../../../src/nouns.ts';

/** A device whose writer `run` keeps going until nothing more can be sent for now. */
export async function draining(about: Partial<Pick<WriterParts, 'firstBytes' | 'notifyReader'>> = {}) {
  const { db, me, ctx } = deviceOf();
  const from = await startAt(db, 10);
  const world = new FakeWorld();
  const reports: EngineReport[] = [];
  const fence = await takeLead(db, 'tab', 0);
  const writer = new Writer({
    db,
    rules: outboxRules,
    me: me.id,
    clientId: me.id,
    world,
    fence,
    report: (r) => reports.push(r),
    notifyReader: () => undefined,
    watch: refuseImpossible,
    ...about,
  });
  const run = () => writer.run(new AbortController().signal, true);
  return { db, me, ctx, from, world, reports, writer, run };
}

/** The arguments of `sendMessage` for a text message. */
export const say = (roomId: string, content: string) => ({ roomId, content, files: [] });
