import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasPassed } from '#domain/spine/wire/sync.ts';
import { WriterModel, type Fate } from '../../../support/src/writer-model.ts';

/** The writer's table against a model of its surroundings, with events in any order. */

const fates: readonly Fate[] = ['accepted', 'accepted', 'accepted', 'retry', 'lost'];

/** What may happen next, by a number that is drawn. */
function act(run: WriterModel, drawn: number): void {
  const kind = drawn % 16;
  const lane = Math.floor(drawn / 16) % 3;
  const [fate, work] = [fates[Math.floor(drawn / 64) % fates.length] ?? 'accepted', run.work[lane % run.work.length]];
  if (kind < 7 && work !== undefined) run.end(work, fate);
  else if (kind < 9) run.appendDirectly(lane);
  else if (kind === 9) run.send({ type: 'changed', highest: run.append(lane).n / 1024 });
  else if (kind === 10) run.pass([1, 1500, 61_000][lane] ?? 1, drawn % 5 > 1);
  else if (kind === 11) run.storePage();
  else if (kind === 12) run.send({ type: 'pagesChanged', getsPages: lane > 0 });
  else if (kind === 13) run.isOffline = !run.isOffline;
  else if (kind === 14) run.send({ type: 'retry' });
  else if (run.mayStart) run.send({ type: 'start', once: false });
  else if (lane === 0) run.send({ type: 'stop' });
  else run.send({ type: 'wake' });
}

test('whatever happens in whatever order, a command is marked before it is sent, lanes keep their order, and all arrive', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 1 << 16 }), { minLength: 20, maxLength: 120, size: 'max' }), (drawn) => {
      const run = new WriterModel();
      run.send({ type: 'start', once: false });
      for (const each of drawn) act(run, each);
      run.calm();
      expect(run.problems).toEqual([]);
      expect(hasPassed(run.notified, run.accepted), 'the reader knows what was accepted').toBe(true);
    }),
    { numRuns: 1000 },
  );
});
