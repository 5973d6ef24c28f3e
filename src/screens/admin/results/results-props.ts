import type { OrderView } from '../../../db/view-types.ts';

/** What the parts about the results of an order get. */
export interface ResultsProps {
  order: OrderView;
  /** Called after a change, which this device may not have pulled yet. */
  onChanged: () => void;
}
