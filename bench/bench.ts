import type { Device, Kind, Pair } from './devices.ts';
import type { Figures } from './figures.ts';
import type { BenchServer } from './servers.ts';

/** Tools that the parts of `npm run bench` measure with. */
export interface Bench {
  rounds: number;
  /** This number, or less in a short run. */
  atMost(count: number): number;
  figures: Pick<Figures, 'note' | 'costs'>;
  /** A browser of its own, on one of the bench's pages. */
  device(kind: Kind): Promise<Device>;
  /** Two browsers of their own, on one of the bench's pages, not connected yet. */
  pair(kind: Kind): Promise<Pair>;
  servers: Record<Kind, BenchServer>;
  /** Processor time in ms that a kind's server and its database have used. */
  serverCpuMs(kind: Kind): number;
  databaseUrl: string;
  /** The folder for temporary files. */
  folder: string;
  /** The folder of the built pages. */
  pages: string;
}
