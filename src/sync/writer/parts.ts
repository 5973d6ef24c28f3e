import { KB, SECOND } from '#domain/ground/units.ts';
import { type Cursor, pushBytes } from '#domain/spine/wire/sync.ts';
import type { OutboxRules } from '../../db/outbox-rules.ts';
import type { UserDb } from '../../db/schema.ts';
import type { MachineStep } from '../machine.ts';
import type { EngineReport, World } from '../world.ts';
import type { SendCount } from './state.ts';

/** Sizes of a push; the device adapts them to its network. */
export const frameBytes = { first: 128 * KB, least: 4 * KB, most: pushBytes };
export const framesInFlight = 4;
/** Time after which the writer looks at the outbox although nothing has changed it, in ms. */
export const drainEveryMs = 60 * SECOND;

/** The surroundings of a writer. */
export interface WriterParts {
  db: UserDb;
  rules: OutboxRules;
  me: string;
  clientId: string;
  world: World;
  /** The leader's fencing token, which every write checks. */
  fence: number;
  report: (report: EngineReport) => void;
  /**
   * Size of the first frame in bytes, by default `frameBytes.first`; less in the service worker, which runs too
   * briefly to adapt it.
   */
  firstBytes?: number;
  /**
   * Called when what is under way changes; with `nothing`, also with the last position accepted since the previous
   * call.
   */
  notifyReader: (underWay: SendCount, accepted?: Cursor) => void;
  watch?: ((step: MachineStep) => void) | undefined;
}
