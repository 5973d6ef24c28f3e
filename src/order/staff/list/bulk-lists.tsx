import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderListRow } from '#domain/order/wire/admin-orders.ts';
import { type OpenCommand, openOf } from '../views/staff-commands.ts';
import { Chip } from '../../../ui/chip.tsx';
import { useReasonText } from '../../../i18n/reason-text.ts';
import type { ChosenOrder, Prospect } from './bulk.ts';
import { useStatusName } from '../parts/status-name.ts';
import styles from '../parts/orders.module.css';

/** A step that was put into the outbox, or could not be. */
export interface BulkStepResult {
  row: OrderListRow;
  /** The version of the order that it is about. */
  seen: number;
  isKept: boolean;
}

/** Shows what a step would do to each order. */
export function BulkProspects({ prospects }: { prospects: readonly Prospect[] }) {
  const { t } = useTranslation('admin');
  const nameOf = useStatusName();
  return (
    <ul className={styles.prospects} aria-label={t('orders.bulk.preview')}>
      {prospects.map((prospect) => (
        <BulkRow key={prospect.row.id} row={prospect.row}>
          {'to' in prospect
            ? t('orders.bulk.leads', { from: nameOf(prospect.order.status), to: nameOf(prospect.to) })
            : t(`orders.bulk.not.${prospect.hindrance}`, {
                status: nameOf(prospect.order?.status ?? prospect.row.status),
              })}
        </BulkRow>
      ))}
    </ul>
  );
}

/** Shows the outcome of the step for each order; it changes while the server replies. */
export function BulkResults({ taken, chosen }: { taken: readonly BulkStepResult[]; chosen: readonly ChosenOrder[] }) {
  const { t } = useTranslation('admin');
  const orderOf = new Map(chosen.map((each) => [each.row.id, each]));
  return (
    <ul className={styles.prospects} aria-label={t('orders.bulk.results')} aria-live="polite">
      {taken.map((each) => (
        <BulkRow key={each.row.id} row={each.row}>
          <Result taken={each} now={orderOf.get(each.row.id)} />
        </BulkRow>
      ))}
    </ul>
  );
}

function Result({ taken: { seen, isKept }, now }: { taken: BulkStepResult; now: ChosenOrder | undefined }) {
  const nameOf = useStatusName();
  const isSettled = now?.order !== undefined && now.order.sseq !== seen;
  return (
    <OutcomeChip isKept={isKept} open={openOf(now?.open ?? [], 'order.transition')} isSettled={isSettled}>
      {now?.order !== undefined && <Chip tone={now.order.status}>{nameOf(now.order.status)}</Chip>}
    </OutcomeChip>
  );
}

interface OutcomeChipProps {
  isKept: boolean;
  /** The commands of this kind about the order that are not settled. */
  open: readonly OpenCommand[];
  isSettled: boolean;
  /** Shown once it has taken effect. */
  children: ReactNode;
}

/** Shows the state of a command: not kept, waiting, refused, or its result. */
export function OutcomeChip({ isKept, open, isSettled, children }: OutcomeChipProps) {
  const { t } = useTranslation('admin');
  const reasonText = useReasonText();
  if (!isKept) return <Chip tone="danger">{t('orders.bulk.notKept')}</Chip>;
  const refused = open.find(({ state }) => state === 'refused');
  if (refused !== undefined) return <Chip tone="danger">{reasonText(refused.reason)}</Chip>;
  return isSettled && open.length === 0 ? children : <Chip>{t('orders.bulk.waits')}</Chip>;
}

/** One order of a list of several. */
export function BulkRow({ row: { number, title, customer }, children }: { row: OrderListRow; children: ReactNode }) {
  return (
    <li>
      <span>
        <strong>{number}</strong> {title ?? customer}
      </span>
      <span>{children}</span>
    </li>
  );
}
