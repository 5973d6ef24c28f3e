import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import { isUuid } from '#domain/ground/ids.ts';
import { orderStatuses } from '#domain/order/life/status.ts';
import type { OrderListReply, OrderListRow, StaffMember } from '#domain/order/wire/admin-orders.ts';
import { openOf } from '../views/staff-commands.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import type { TableFilter } from '../../../staff/table/filter-menu.tsx';
import { StaffList } from '../../../staff/table/staff-list.tsx';
import type { TableAddress } from '../../../staff/table/table-state.ts';
import { useOrderColumns } from './order-columns.tsx';
import { useStatusName } from '../parts/status-name.ts';
import { useOpenCommands } from '../parts/use-open-commands.ts';
import { useIsOutdated, useOrdersHere, useOrdersStamp } from './use-orders-here.ts';
import { reading } from '../../../net/call.ts';
import { useMe } from '../../../session/session-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { stepsTogether } from './bulk.ts';
import { BulkAssignDialog } from './bulk-assign-dialog.tsx';
import { BulkStepDialog } from './bulk-step-dialog.tsx';
import { inOrder } from '../steps/next-steps.tsx';
import { useStepName } from '../parts/step-name.ts';
import { useChosenOrders } from './use-chosen-orders.ts';
import styles from '../parts/orders.module.css';

const adminOrders = reading('GET /admin-api/po_orders/orders');
const exportedOrders = reading('GET /admin-api/po_orders/orders/export');

const address: TableAddress = {
  sorted: ['number', 'title', 'company', 'customer', 'status', 'expert', 'total', 'placed_at', 'due', 'updated_at'],
  sort: '-updated_at',
  filters: {
    status: (value) => orderStatuses.some((status) => status === value),
    expert: (value) => value === 'none' || isUuid(value),
    company: (value) => /^\d{1,9}$/.test(value),
    overdue: (value) => value === 'true',
  },
};

/** `/admin/po_orders`: all orders. */
export function OrdersScreen() {
  const { t } = useTranslation('admin');
  const columns = useOrderColumns();
  const readHere = useOrdersHere();
  const isOutdated = useIsOutdated();
  const stampHere = useOrdersStamp();
  // No event says who is in charge: the list is read again once this device has sent an assignment.
  const assigning = [...useOpenCommands().values()]
    .flatMap((open) => openOf(open, 'order.assign'))
    .flatMap(({ entry, state }) => (state === 'sent' ? [] : [entry.cmdId]))
    .join();
  const filtersOf = useFilters();
  return (
    <div className={styles.page}>
      <StaffList<OrderListRow, OrderListReply>
        name="orders"
        label={t('orders.title')}
        address={address}
        read={adminOrders}
        readHere={readHere}
        isOutdated={isOutdated}
        stampHere={stampHere}
        stamp={assigning}
        readAll={exportedOrders}
        searchLabel={t('orders.search')}
        filtersOf={filtersOf}
        actions={actionsOf}
        columns={columns}
        keyOf={({ id }) => id}
        pathOf={({ id }) => `/admin/po_orders/${id}`}
        empty={
          <EmptyState icon={<ClipboardList />} title={t('orders.empty')}>
            {t('orders.emptyText')}
          </EmptyState>
        }
      />
    </div>
  );
}

/** Returns a function for the filters of the list, which offers what the reply names. */
function useFilters() {
  const { t } = useTranslation('admin');
  const nameOf = useStatusName();
  return (reply: OrderListReply | undefined): TableFilter[] => [
    {
      name: 'status',
      label: t('orders.column.status'),
      options: orderStatuses.map((value) => ({ value, label: nameOf(value) })),
    },
    {
      name: 'expert',
      label: t('orders.column.expert'),
      options: [
        { value: 'none', label: t('orders.nobody') },
        ...(reply?.experts ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ],
    },
    {
      name: 'company',
      label: t('orders.column.company'),
      options: (reply?.companies ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
    },
    {
      name: 'overdue',
      isSwitch: true,
      label: t('orders.overdue'),
      options: [{ value: 'true', label: t('orders.overdue') }],
    },
  ];
}

function actionsOf(rows: readonly OrderListRow[], { experts }: OrderListReply) {
  return <BulkBar rows={rows} experts={experts} />;
}

interface BulkBarProps {
  rows: readonly OrderListRow[];
  experts: readonly StaffMember[];
}

/** Shows the steps for all chosen orders at once, each with the number of orders that it is possible for. */
function BulkBar({ rows, experts }: BulkBarProps) {
  const { t } = useTranslation('admin');
  const me = useMe();
  const nameOf = useStepName();
  const chosen = useChosenOrders(rows) ?? [];
  const [asked, setAsked] = useState<string>();
  const [isAssigning, setAssigning] = useState(false);
  const counts = stepsTogether(me, chosen);
  return (
    <section className={styles.bulk} aria-label={t('orders.bulk.label')}>
      {inOrder([...counts.keys()]).map((event) => (
        <Button key={event} small onClick={() => setAsked(event)}>
          {t('orders.bulk.step', { step: nameOf(event), count: counts.get(event), total: rows.length })}
        </Button>
      ))}
      {counts.size === 0 && <span className={styles.note}>{t('orders.bulk.none')}</span>}
      <Button small onClick={() => setAssigning(true)}>
        {t('orders.assign')}
      </Button>
      {asked !== undefined && <BulkStepDialog rows={rows} event={asked} onClose={() => setAsked(undefined)} />}
      {isAssigning && <BulkAssignDialog rows={rows} experts={experts} onClose={() => setAssigning(false)} />}
    </section>
  );
}
