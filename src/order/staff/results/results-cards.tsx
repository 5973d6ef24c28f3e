import { useMe } from '../../../session/session-context.tsx';
import { CellsCard } from './cells-card.tsx';
import { ReportsCard } from './reports-card.tsx';
import type { ResultsProps } from './results-props.ts';

/** Shows the cards with which staff handle the results of an order. Of their own order they are the customers. */
export function ResultsCards(props: ResultsProps) {
  const me = useMe();
  const { order } = props;
  if (order.ownerId === me.id || order.cells === undefined) return null;
  return (
    <>
      <CellsCard {...props} />
      <ReportsCard {...props} />
    </>
  );
}
