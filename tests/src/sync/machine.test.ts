import { expect, test } from 'vitest';
import { Machine } from '../../../src/sync/machine.ts';

interface State {
  is: 'idle' | 'busy' | 'ended';
}
type Event = { type: 'start' } | { type: 'done' } | { type: 'timer' } | { type: 'stop' };
type Effect = { do: 'work' };

/** A machine that works when it is asked to, and for which a timer is impossible meanwhile. */
function machineWith(sleep: () => Promise<void>) {
  const life = new AbortController();
  const faults: string[] = [];
  const worked: string[] = [];
  const machine: Machine<State, Event, undefined, Effect> = new Machine<State, Event, undefined, Effect>({
    name: 'test',
    state: { is: 'idle' },
    world: { sleep },
    facts: () => undefined,
    next: (state, _facts, { type }) => {
      if (type === 'start') return [{ is: 'busy' }, { do: 'work' }];
      if (type === 'stop') return [{ is: 'ended' }];
      if (type === 'timer' && state.is !== 'idle') return '-';
      return [{ is: 'idle' }];
    },
    effects: {
      work: () => async () => {
        worked.push('work');
        machine.send({ type: 'done' });
        life.abort();
      },
    },
    waitMs: () => 0,
    failed: (error) => faults.push(String(error)),
    recover: () => undefined,
  });
  const run = () => machine.run(life.signal, { type: 'timer' }, { type: 'stop' });
  return { machine, run, faults, worked };
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'an event that comes %d turns after the time was over is handled instead of the timer',
  async (turns) => {
    let isOver!: () => void;
    const { machine, run, faults, worked } = machineWith(() => new Promise((resolve) => (isOver = resolve)));
    const running = run();
    isOver();
    for (let i = 0; i < turns; i++) await Promise.resolve();
    machine.send({ type: 'start' });
    await running;
    expect(worked).toEqual(['work']);
    expect(faults).toEqual([]);
  },
);
