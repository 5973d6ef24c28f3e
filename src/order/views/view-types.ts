import type { Order, Quote } from '#domain/order/data/order.ts';
import type { OutboxEntry } from '../../db/schema.ts';
import type { Reason } from '../../db/view-types.ts';

/** What screens show of orders: confirmed rows and pending commands, projected. */

export interface OrderView extends Order {
  /** Number of pending patches. */
  unsaved: number;
  /** The pending status change: `PLACE` or a transition's event. */
  pendingTransition: string | null;
  /** The oldest refused command. */
  refused: (Reason & { cmdId: string; entry: OutboxEntry; placed?: PlacedAs; event?: string }) | null;
  pending: boolean;
}

/** What the user placed: the document, and the price shown then; commands of older versions of the app have none. */
interface PlacedAs {
  docHash: string | undefined;
  seen?: Quote;
}
