import type { Mode } from './story.ts';

/** A story to be told in another process. */
export interface Task {
  seed: number;
  mode: Mode;
  /** How long a failing story may be made shorter. */
  shrinkMs: number;
}

/** How it went. */
export interface Told {
  seed: number;
  violations: string[];
  devices: number;
  commands: number;
  faults: [string, number][];
  restedMs: number | undefined;
  /** The shortest schedule that fails in the same way. */
  schedule: string[];
}

/** What is told of a story that did not come to its end. */
export function broken(seed: number, why: string): Told {
  return { seed, violations: [why], devices: 0, commands: 0, faults: [], restedMs: undefined, schedule: [] };
}
