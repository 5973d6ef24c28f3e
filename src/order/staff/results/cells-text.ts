import { useTranslation } from 'react-i18next';
import type { CellChange, CellState } from '#domain/order/data/order.ts';

/** Returns a function that names cells and their state, such as "Cells 1–4, 7 in test"; as `nowOf`, without "Cells". */
export function useCellsText(): (ranges: CellChange['ranges'], state: CellState, text?: 'markOf' | 'nowOf') => string {
  const { t } = useTranslation(['admin', 'navigator']);
  return (ranges, state, text = 'markOf') => {
    const cells = ranges.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(', ');
    return t(`results.${text}`, { cells, state: t(`navigator:cells.state.${state}`) });
  };
}
