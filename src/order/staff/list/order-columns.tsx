import { useTranslation } from 'react-i18next';
import Clock from 'lucide-react/icons/clock';
import { DAY } from '#domain/ground/units.ts';
import type { OrderListRow } from '#domain/order/wire/admin-orders.ts';
import { isUnderWay } from '#domain/order/life/status.ts';
import { Chip } from '../../../ui/chip.tsx';
import { useNow } from '../../../ui/now.ts';
import { displayNameOf } from '../../../i18n/display-name.ts';
import { useTotalText } from '../../parts/tax-text.ts';
import { Moment } from '../../../i18n/moment.tsx';
import { moneyOf } from '../../../i18n/money.ts';
import { calendarDayOf, dateOf, fullTimeOf, shortDayOf } from '../../../i18n/times.ts';
import type { TableColumn } from '../../../staff/table/data-table.tsx';
import { useStatusName } from '../parts/status-name.ts';
import { useOpenCommands } from '../parts/use-open-commands.ts';
import { type OpenCommand, openOf } from '../views/staff-commands.ts';
import { useStepName } from '../parts/step-name.ts';
import styles from '../parts/orders.module.css';

const none = '–';

/** Returns the columns of the list of orders. */
export function useOrderColumns(): TableColumn<OrderListRow>[] {
  const { t, i18n } = useTranslation('admin');
  const totalName = useTotalText();
  const now = useNow();
  const nameOf = useStatusName();
  const open = useOpenCommands();
  return [
    {
      name: 'number',
      label: t('orders.column.number'),
      isSorted: true,
      text: ({ number }) => number,
    },
    {
      name: 'title',
      label: t('orders.column.title'),
      isSorted: true,
      isWide: true,
      text: ({ title }) => title,
    },
    {
      name: 'company',
      label: t('orders.column.company'),
      isSorted: true,
      text: ({ company }) => company,
    },
    {
      name: 'customer',
      label: t('orders.column.customer'),
      isSorted: true,
      text: ({ customer }) => displayNameOf(t, customer),
    },
    {
      name: 'status',
      label: t('orders.column.status'),
      isSorted: true,
      cell: ({ id, status }) => <Status status={status} open={open.get(id) ?? []} />,
      text: ({ status }) => nameOf(status),
    },
    {
      name: 'expert',
      label: t('orders.column.expert'),
      isSorted: true,
      text: ({ expert }) => expert,
    },
    {
      name: 'total',
      label: totalName,
      isSorted: true,
      isFigure: true,
      cell: (row) => totalOf(i18n.language, row),
      text: ({ total }) => (total === null ? null : total / 100),
    },
    {
      name: 'placed_at',
      label: t('orders.column.placed'),
      isSorted: true,
      cell: ({ placed_at: at }) => (at === null ? none : <Day at={at} />),
      text: ({ placed_at: at }) => at,
    },
    {
      name: 'due',
      label: t('orders.column.due'),
      isSorted: true,
      cell: (row) => <Due row={row} today={calendarDayOf(now)} />,
      text: ({ due }) => due,
    },
    {
      name: 'updated_at',
      label: t('orders.column.updated'),
      isSorted: true,
      cell: ({ updated_at: at }) => <Moment at={at} />,
      text: ({ updated_at: at }) => at,
    },
  ];
}

interface StatusProps {
  status: OrderListRow['status'];
  open: readonly OpenCommand[];
}

function Status({ status, open }: StatusProps) {
  const nameOf = useStatusName();
  return (
    <span className={styles.status}>
      <Chip tone={status}>{nameOf(status)}</Chip>
      <OpenStepChip open={open} />
    </span>
  );
}

function totalOf(language: string, { total, currency }: OrderListRow): string {
  return total === null || currency === null ? none : moneyOf(language, total, currency);
}

function Day({ at }: { at: string }) {
  const { i18n } = useTranslation();
  return <time title={fullTimeOf(i18n.language, at)}>{dateOf(i18n.language, at)}</time>;
}

/** The date that the customer was told, and whether it has passed while the order is under way. */
function Due({ row: { due, status }, today }: { row: OrderListRow; today: number }) {
  const { t, i18n } = useTranslation('admin');
  if (due === null) return none;
  const day = Date.parse(due) / DAY;
  return (
    <>
      <time dateTime={due}>{shortDayOf(i18n.language, day, today)}</time>{' '}
      {isUnderWay(status) && day < today && <Chip tone="danger">{t('orders.overdue')}</Chip>}
    </>
  );
}

/** The step of an order that waits or was refused, beside its status; nothing without one. */
function OpenStepChip({ open }: { open: readonly OpenCommand[] }) {
  const { t } = useTranslation('admin');
  const nameOf = useStepName();
  const [first] = openOf(open, 'order.transition');
  if (first === undefined) return null;
  const step = nameOf(first.entry.args.event);
  return first.state === 'refused' ? (
    <Chip tone="danger">{t('orders.refused.short', { step })}</Chip>
  ) : (
    <Chip icon={<Clock aria-hidden />}>{t('orders.waits.short', { step })}</Chip>
  );
}
