import { useTranslation } from 'react-i18next';
import { systemActor } from '#domain/order/life/status.ts';
import type { SeenOrder } from '../../../db/schema.ts';
import type { OrderView } from '../../views/view-types.ts';
import { useMe } from '../../../session/session-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { useNow } from '../../../ui/now.ts';
import { nameOfPath } from '../../parts/order-words.ts';
import { displayNameOf } from '../../../i18n/display-name.ts';
import { moneyOf } from '../../../i18n/money.ts';
import { momentOf } from '../../../i18n/times.ts';
import { useCellsText } from '../results/cells-text.ts';
import { orderDifference } from './order-difference.ts';
import styles from '../parts/orders.module.css';

interface ChangesProps {
  seen: SeenOrder;
  now: OrderView;
}

/** Says that the order has changed since the form was opened: what changed, and a button to go on from there. */
export function ChangedMeanwhile({
  seen,
  now,
  onGoOn,
}: ChangesProps & {
  /** Goes on from the order as it is now; undefined when the step is no longer possible. */
  onGoOn: (() => void) | undefined;
}) {
  const { t } = useTranslation('admin');
  return (
    <div className={styles.changes} data-tone="warn" role="alert">
      <strong>{t('orders.changed.title')}</strong>
      <Changes seen={seen} now={now} />
      {onGoOn === undefined ? (
        <p>{t('orders.changed.gone')}</p>
      ) : (
        <div>
          <Button small onClick={onGoOn}>
            {t('orders.changed.goOn')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Shows what has changed in an order since the user saw it: steps, fields of the document, and the price. */
export function Changes({ seen, now }: ChangesProps) {
  const { t, i18n } = useTranslation(['admin', 'navigator']);
  const me = useMe();
  const at = useNow();
  const cellsText = useCellsText();
  const { steps, paths, totals, cells, reports, parcels } = orderDifference(seen, now, me.id);
  const others = [
    ...cells.map((change) => ({ ...change, what: cellsText(change.ranges, change.state) })),
    ...reports.map((report) => ({
      ...report,
      what: t(report.file === null ? 'orders.changed.withdrawn' : 'orders.changed.published', {
        name: report.name,
      }),
    })),
    ...parcels.map((entry) => ({
      ...entry,
      reason: entry.reason ?? null,
      what: t(`navigator:parcel.step.${entry.step}`),
    })),
  ].sort((a, b) => (a.sseq ?? 0) - (b.sseq ?? 0));
  const who = (by: string, name: string) =>
    by === systemActor ? t('navigator:history.automatic') : displayNameOf(t, name);
  const money = (cents: number | null) =>
    cents === null ? '–' : moneyOf(i18n.language, cents, (now.quote ?? seen.quote)?.currency ?? 'EUR');
  return (
    <ul>
      {steps.map(({ sseq, event, by, byName, at: when, reason }) => (
        <li key={sseq}>
          {t('orders.changed.step', {
            step: t(`navigator:event.${event}`, { defaultValue: event }),
            who: who(by, byName),
            when: momentOf(i18n.language, when, at),
          })}
          {reason !== null && `: ${reason}`}
        </li>
      ))}
      {others.map(({ sseq, what, by, byName, at: when, reason }) => (
        <li key={sseq}>
          {t('orders.changed.step', { step: what, who: who(by, byName), when: momentOf(i18n.language, when, at) })}
          {reason !== null && `: ${reason}`}
        </li>
      ))}
      {paths.length > 0 && (
        <li>{t('orders.changed.fields', { names: paths.map((path) => nameOfPath(t, path)).join(', ') })}</li>
      )}
      {totals !== undefined && (
        <li>{t('orders.changed.price', { before: money(totals[0]), now: money(totals[1]) })}</li>
      )}
    </ul>
  );
}
