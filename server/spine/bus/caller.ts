import type { OrderRole } from '#domain/order/life/status.ts';
import type { Origin } from '../work/part.ts';

/** The user whose commands are executed. */
export interface Caller {
  id: string;
  /** Undefined where the server itself sends them. */
  origin?: Origin;
  /** Role that the server gives the user, where it has checked it itself; `system` uses no quota. */
  as?: OrderRole;
}
