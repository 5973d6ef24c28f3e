import { useTranslation } from 'react-i18next';
import { cellStatuses } from '#domain/order/life/cell-moves.ts';
import { cellsIn, rangesOf } from '#domain/order/data/cells.ts';
import { changedCells, seenCells } from '#domain/order/life/seen-cells.ts';
import { markCellsAgain } from '../calls/cells-mark.ts';
import { type OpenCommand, openOf } from '../views/staff-commands.ts';
import { withOpenCells } from '../views/staff-results.ts';
import { useMe, useSession } from '../../../session/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { useReasonText } from '../../../i18n/reason-text.ts';
import { useDiscardChange } from '../parts/use-discard.ts';
import { versionIn } from '../parts/version-in.ts';
import { WaitingBanner } from '../parts/waiting-banner.tsx';
import styles from '../parts/orders.module.css';
import { useCellsText } from './cells-text.ts';
import type { ResultsProps } from './results-props.ts';

/** Changes of cells that wait on this device or were refused; renders nothing without any. */
export function OpenMarks({ order, open }: ResultsProps) {
  const textOf = useCellsText();
  const marks = openOf(open, 'cells.mark');
  if (marks.length === 0) return null;
  return (
    <ul className={styles.entries}>
      {marks.map((mark) => (
        <li key={mark.entry.cmdId}>
          {mark.state === 'refused' ? (
            <RefusedMark order={order} open={open} mark={mark} />
          ) : (
            <WaitingBanner command={mark} what={textOf(rangesOf(mark.entry.args.numbers), mark.entry.args.state)} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Shows a change that the server has refused: the reason, the cells now, and a button that makes it again for them. */
function RefusedMark({ order, open, mark: { entry, reason } }: ResultsProps & { mark: OpenCommand<'cells.mark'> }) {
  const { t } = useTranslation('admin');
  const { ctx } = useSession();
  const me = useMe();
  const textOf = useCellsText();
  const reasonText = useReasonText();
  const discard = useDiscardChange();
  const { args, cmdId, n } = entry;
  const what = textOf(rangesOf(args.numbers), args.state);
  // Later commands wait for this decision, so they have not changed the cells yet.
  const earlier = open.filter((other) => other.entry.n < n);
  const now = withOpenCells(order, earlier, me);
  const cells = cellsIn(now);
  const others = changedCells(cells, args.numbers, args.seen ?? []);
  const rest = args.numbers.filter((number) => !others.includes(number));
  const changed = seenCells(cells, others);
  const again = (numbers: number[]) => void markCellsAgain(ctx, cmdId, now, { ...args, numbers });
  // The refusal may be here before the change that caused it.
  const isHere = order.sseq >= versionIn(reason?.details);
  const mayRepeat = isHere && cellStatuses.has(order.status);
  return (
    <div className={styles.stack} role="alert">
      <Banner tone="danger">
        {reason?.code === 'STALE'
          ? t('results.markOvertaken', { what })
          : t('orders.refused.title', { step: what, reason: reasonText(reason) })}
      </Banner>
      {!isHere && <p className={styles.note}>{t('orders.refused.coming')}</p>}
      {isHere && changed.length > 0 && (
        <p className={styles.note}>
          {t('results.cellsNow', {
            cells: changed.map(({ ranges, state }) => textOf(ranges, state, 'nowOf')).join('; '),
          })}
        </p>
      )}
      <div className={styles.actions}>
        {mayRepeat && rest.length > 0 && others.length > 0 && (
          <Button onClick={() => again(rest)}>{t('results.markRest')}</Button>
        )}
        {mayRepeat && <Button onClick={() => again(args.numbers)}>{t('results.markAgain')}</Button>}
        <Button onClick={() => void discard(cmdId, what)}>{t('common:action.discard')}</Button>
      </div>
    </div>
  );
}
