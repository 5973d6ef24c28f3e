import type { OpenCommand } from '../views/staff-commands.ts';
import type { OrderView } from '../../views/view-types.ts';

/** Props of the parts about the results of an order. */
export interface ResultsProps {
  order: OrderView;
  /** Commands about it that are not settled. */
  open: readonly OpenCommand[];
}
