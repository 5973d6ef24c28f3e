import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import Download from 'lucide-react/icons/download';
import { type Cell, cellCounts, cellsIn } from '#domain/order/data/cells.ts';
import { orderLimits } from '#domain/order/data/limits.ts';
import type { OrderView } from '../views/view-types.ts';
import { useSession } from '../../session/session-context.tsx';
import { Button } from '../../ui/button.tsx';
import { useDownload } from '../../ui/use-download.ts';
import { useTestNames } from './test-names.ts';
import { useKeptLabels } from './use-kept-files.ts';
import { download } from '../../net/call.ts';
import styles from './results.module.css';

/** The cells of an order with their serials and states, and their labels. A label's code leads to its cell here. */
export function CellList({ order }: { order: OrderView }) {
  const { t } = useTranslation('navigator');
  const [params] = useSearchParams();
  const chosen = params.get('cell');
  const [isOpen, setOpen] = useState(chosen !== null);
  const cells = cellsIn(order);
  const parts = Array.from({ length: Math.ceil(cells.length / orderLimits.labelsPerFile) }, (_, i) => i);
  return (
    <section>
      <h3>{t('cells.title')}</h3>
      <p>
        {cellCounts(cells)
          .map(([state, count]) => t('cells.count', { count, state: t(`cells.state.${state}`) }))
          .join(', ')}
      </p>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t('cells.all')}</summary>
        {isOpen && (
          <ul className={styles.list} aria-label={t('cells.title')}>
            {cells.map((cell) => (
              <CellRow key={cell.n} order={order} cell={cell} isChosen={cell.serial === chosen} />
            ))}
          </ul>
        )}
      </details>
      <div className={styles.actions}>
        {parts.map((part) => (
          <LabelsButton key={part} order={order} first={part * orderLimits.labelsPerFile + 1} cells={cells} />
        ))}
      </div>
    </section>
  );
}

function CellRow({ order, cell, isChosen }: { order: OrderView; cell: Cell; isChosen: boolean }) {
  const { t } = useTranslation('navigator');
  const testName = useTestNames(order.doc);
  const { serial, state, test, reason } = cell;
  const named = state === 'in_test' || state === 'tested' ? testName(test ?? '') : '';
  return (
    <li aria-current={isChosen || undefined}>
      {serial}
      <small>{[t(`cells.state.${state}`), named, reason ?? ''].filter(Boolean).join(' · ')}</small>
    </li>
  );
}

/** Downloads labels: those on this device, else from the server. */
function LabelsButton({ order, first, cells }: { order: OrderView; first: number; cells: readonly Cell[] }) {
  const { t } = useTranslation('navigator');
  const { api } = useSession();
  const { isBusy, save } = useDownload();
  const scrapped = cells.filter(({ state }) => state === 'scrapped').map(({ n }) => n);
  const kept = useKeptLabels(order.id, first, `${cells.length} without ${scrapped.join()}`);
  const last = Math.min(first + orderLimits.labelsPerFile - 1, cells.length);
  const name = t('cells.labels', { first, last });
  const failed = () => ({ title: t('documents.failed', { name }), detail: t('documents.failedText') });
  const handleClick = () => {
    const bytes =
      kept === undefined
        ? download(api, 'GET /po_system/orders/:id/labels/pdf', { params: { id: order.id }, query: { first } })
        : Promise.resolve(kept);
    void save(bytes, `${order.number} ${first}-${last}.pdf`, failed);
  };
  return (
    <Button small busy={isBusy} icon={<Download aria-hidden />} onClick={handleClick}>
      {t('documents.download', { name })}
    </Button>
  );
}
