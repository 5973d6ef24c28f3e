import type { Mode } from './story.ts';

/** A story to run in another process. */
export interface Task {
  seed: number;
  /** Maximum number of tabs of a device. */
  tabs: number;
  mode: Mode;
  /** Time for shortening a failing story, in ms. */
  shrinkMs: number;
}

/** The result of a story. */
export interface Told {
  seed: number;
  violations: string[];
  devices: number;
  commands: number;
  faults: [string, number][];
  cells: [string, number][];
  restedMs: number | undefined;
  /** The shortest schedule that fails in the same way. */
  schedule: string[];
}

/** Returns the result of a story that did not finish. */
export function broken(seed: number, why: string): Told {
  return { seed, violations: [why], devices: 0, commands: 0, faults: [], cells: [], restedMs: undefined, schedule: [] };
}
