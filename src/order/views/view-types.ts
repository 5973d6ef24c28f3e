import type { Order, Quote } from '#domain/order/data/order.ts';
import type { OutboxEntry } from '../../db/schema.ts';
import type { Reason } from '../../db/view-types.ts';

/** Views of orders that screens show: confirmed rows and pending commands, projected. */

export interface OrderView extends Order {
  /** Number of pending patches. */
  unsaved: number;
  /** The pending status change: `PLACE` or a transition's event. */
  pendingTransition: string | null;
  /** The oldest refused command. */
  refused: (Reason & { cmdId: string; entry: OutboxEntry; placed?: PlacedDocument; event?: string }) | null;
  pending: boolean;
}

/** Hash of the document that the user placed, and the price shown then; commands of older versions may lack both. */
interface PlacedDocument {
  docHash: string | undefined;
  seen?: Quote;
}
