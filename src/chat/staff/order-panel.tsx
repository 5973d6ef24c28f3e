import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import { DAY } from '#domain/ground/units.ts';
import type { OrderView } from '../../order/views/view-types.ts';
import type { RoomView } from '../views/view-types.ts';
import { orderOf } from '../../order/views/order-views.ts';
import { roomOf } from '../views/room-views.ts';
import { useSession } from '../../session/session-context.tsx';
import { useNow } from '../../ui/now.ts';
import { StatusChip } from '../../order/parts/status-chip.tsx';
import { titleOf } from '../../i18n/order-title.ts';
import { RemoteView } from '../../shell/remote/remote-view.tsx';
import { displayNameOf } from '../../i18n/display-name.ts';
import { calendarDayOf, shortDayOf } from '../../i18n/times.ts';
import { useStatusName } from '../../order/staff/parts/status-name.ts';
import { NextSteps } from '../../order/staff/steps/next-steps.tsx';
import { useStaffOrder } from '../../order/staff/parts/use-staff-order.ts';
import { RoomAssignee, answererOf } from './room-assignee.tsx';
import { dueDateOf } from './due-date.ts';
import styles from './po-chat.module.css';

const wide = matchMedia('(width >= 80rem)');

/** Panel beside a room: who answers, its order, and what may be done with it next. Folded on small screens. */
export function OrderPanel({ roomId }: { roomId: string }) {
  const { t } = useTranslation('admin');
  const { db, me } = useSession();
  const isWide = useSyncExternalStore(watchWidth, () => wide.matches);
  const room = useLiveQuery(() => roomOf(db, me, roomId), [db, me, roomId]);
  // The panel is there before the room is read, so that the layout does not shift.
  return (
    <aside className={styles.panel} aria-label={t('poChat.about')}>
      <details key={String(isWide)} open={isWide}>
        <summary>{isWide || room === undefined ? t('poChat.about') : <FoldedPanel room={room} />}</summary>
        {room !== undefined && (
          <div className={styles.cards}>
            <RoomAssignee room={room} />
            {room.orderId !== null && <AboutOrder key={room.orderId} orderId={room.orderId} room={room} />}
          </div>
        )}
      </details>
    </aside>
  );
}

/** Shows the status of the order and who answers, while the panel is folded. */
function FoldedPanel({ room }: { room: RoomView }) {
  const { t } = useTranslation(['admin', 'chat']);
  const { db, me } = useSession();
  const nameOf = useStatusName();
  const status = useLiveQuery(async () => {
    return room.orderId === null ? undefined : (await orderOf(db, me, room.orderId))?.status;
  }, [db, me, room.orderId]);
  const parts = [t('poChat.order'), status === undefined ? '' : nameOf(status), answererOf(t, room, me.id)];
  return parts.filter(Boolean).join(' · ');
}

function watchWidth(changed: () => void): () => void {
  wide.addEventListener('change', changed);
  return () => wide.removeEventListener('change', changed);
}

function AboutOrder({ orderId, room }: { orderId: string; room: RoomView }) {
  const { remote, order, open } = useStaffOrder(orderId);
  if (order === undefined)
    return (
      <RemoteView remote={remote} words="admin">
        {() => null}
      </RemoteView>
    );
  const { value } = remote;
  return (
    <>
      <Facts order={order} room={room} inCharge={value === undefined ? undefined : (value.expert?.name ?? null)} />
      <NextSteps order={order} open={open} />
    </>
  );
}

interface FactsProps {
  order: OrderView;
  room: RoomView;
  /** Null for none, undefined where it is not known. */
  inCharge: string | null | undefined;
}

function Facts({ order, room, inCharge }: FactsProps) {
  const { t, i18n } = useTranslation(['admin', 'navigator']);
  const today = calendarDayOf(useNow());
  const due = dueDateOf(order);
  const rows = [
    [t('orders.column.number'), order.number],
    [t('orders.column.customer'), displayNameOf(t, order.ownerName)],
    [t('orders.column.company'), room.companyName],
    [t('orders.column.due'), due === undefined ? null : shortDayOf(i18n.language, Date.parse(due) / DAY, today)],
    [t('orders.column.expert'), inCharge === null ? t('orders.nobody') : inCharge],
  ] as const;
  return (
    <section className={styles.facts}>
      <h3>
        <Link to={`/admin/po_orders/${order.id}`}>{titleOf(order) ?? order.number}</Link>
      </h3>
      <StatusChip order={order} />
      <dl>
        {rows.map(([name, value]) =>
          value ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </section>
  );
}
