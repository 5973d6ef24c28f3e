import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ReaderModel } from '../../../support/src/reader-model.ts';
import { positionAt } from '../../../support/src/user.ts';

/** The reader's table against a model of its surroundings, with events in any order. */

/** What may happen next, by a number that is drawn. */
function act(run: ReaderModel, drawn: number): void {
  const kind = drawn % 16;
  const more = Math.floor(drawn / 16) % 8;
  if (kind < 7) run.endWork(more === 0, more === 1);
  else if (kind < 9) run.grow(more === 0);
  else if (kind === 9) run.send({ type: 'hint', position: more < 4 ? positionAt(run.end) : undefined });
  else if (kind === 10) run.pass([1, 40, 300, 61_000][more % 4] ?? 1);
  else if (kind === 11)
    run.send({
      type: 'underWay',
      underWay: (['nothing', 'one', 'many', 'nothing'] as const)[more % 4] ?? 'nothing',
      accepted: more < 4 ? positionAt(run.end) : undefined,
    });
  else if (kind === 12) run.send({ type: 'chat' });
  else if (kind === 13) run.isOffline = !run.isOffline;
  else if (kind === 14) run.send({ type: more < 4 ? 'retry' : 'canStand' });
  else run.canStand = !run.canStand;
}

test('whatever happens in whatever order, the reader does one thing at a time, forgets no announced position, and gets everything', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 1 << 12 }), { minLength: 20, maxLength: 150, size: 'max' }), (drawn) => {
      const run = new ReaderModel();
      run.send({ type: 'start' });
      for (const each of drawn) act(run, each);
      run.calm();
      expect(run.problems).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});
