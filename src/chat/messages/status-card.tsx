import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { OrderHistoryEntry, OrderStatus } from '#domain/order/data/order.ts';
import { statusRows, systemActor } from '#domain/order/life/status.ts';
import { pathOfOrder } from '../../routing/object-paths.ts';
import { useMe } from '../../session/session-context.tsx';
import { Chip } from '../../ui/chip.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { displayNameOf } from '../../i18n/display-name.ts';
import { fullTimeOf, timeOf } from '../../i18n/times.ts';
import styles from './message-group.module.css';
import type { OrderView } from '../../order/views/view-types.ts';

interface StatusCardProps {
  order: Pick<OrderView, 'id' | 'status'>;
  change: OrderHistoryEntry;
}

/** A change of an order's status in its room: old and new status, by whom, why, and the way to the order. */
export function StatusCard({ order, change: { from, to, event, by, byName, at, reason } }: StatusCardProps) {
  const { t, i18n } = useTranslation(['chat', 'navigator']);
  const me = useMe();
  const isBackOffice = useLocation().pathname.startsWith('/admin/');
  const nameOf = (status: OrderStatus) => t(`navigator:status.${status}`, { defaultValue: statusRows[status].label });
  const author = by === me.id ? t('chat:author.me') : displayNameOf(t, byName);
  return (
    <div className={styles.system} data-status={to}>
      <p className={styles.change}>
        {from !== null && <Chip tone={from}>{nameOf(from)}</Chip>}
        <span aria-hidden>→</span>
        <VisuallyHidden>{t('chat:conversation.becomes')}</VisuallyHidden>
        <Chip tone={to}>{nameOf(to)}</Chip>
      </p>
      <p>
        {t(`navigator:event.${event}`, { defaultValue: event })} ·{' '}
        {by === systemActor ? t('navigator:history.automatic') : author} ·{' '}
        <time dateTime={at} title={fullTimeOf(i18n.language, at)}>
          {timeOf(i18n.language, at)}
        </time>{' '}
        ·{' '}
        <Link to={isBackOffice ? `/admin/po_orders/${order.id}` : pathOfOrder(order.id, order)}>
          {t('chat:conversation.toOrder')}
        </Link>
      </p>
      {reason !== null && <p className={styles.text}>{reason}</p>}
    </div>
  );
}
