import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useParams } from 'react-router-dom';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { AdminOrderReply } from '#domain/protocol/admin-orders.ts';
import type { OrderView } from '../../../db/view-types.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { OrderDetails } from '../../navigator/order-details.tsx';
import { RemoteView } from '../../remote/remote-view.tsx';
import { displayNameOf } from '../../words/display-name.ts';
import { ExpertCard } from './expert-card.tsx';
import { NextSteps } from './next-steps.tsx';
import { NotesCard } from './notes-card.tsx';
import { newestOrder, useStaffOrder } from './use-staff-order.ts';
import styles from './orders.module.css';

/**
 * `/admin/po_orders/:orderId`: one order, what may be done with it next, and what staff wrote about it. The order itself
 * is also on this device, so it is shown and kept up to date without a reply.
 */
export function OrderScreen() {
  const { t } = useTranslation('admin');
  const { orderId = '' } = useParams();
  const { remote, here } = useStaffOrder(orderId);
  return (
    <div className={styles.page}>
      <BackLink />
      <RemoteView
        remote={remote}
        words="admin"
        {...(here === undefined ? {} : { meanwhile: <Order order={here} title={<p>{t('orders.partly')}</p>} /> })}
      >
        {(reply) => <Loaded reply={reply} here={here} onChanged={remote.reload} />}
      </RemoteView>
    </div>
  );
}

/** Leads back to the list as it was. */
function BackLink() {
  const { t } = useTranslation('admin');
  const from: unknown = Reflect.get(Object(useLocation().state), 'from');
  return (
    <div>
      <Link to={`/admin/po_orders${typeof from === 'string' ? from : ''}`} className={buttonClass} data-small>
        <ArrowLeft aria-hidden />
        {t('orders.back')}
      </Link>
    </div>
  );
}

interface LoadedProps {
  reply: AdminOrderReply;
  here: OrderView | undefined;
  onChanged: () => void;
}

function Loaded({ reply, here, onChanged }: LoadedProps) {
  const { order, isCurrent } = newestOrder(reply, here);
  return (
    <Order order={order}>
      <NextSteps order={order} allowed={reply.allowed_commands} isCurrent={isCurrent} onChanged={onChanged} />
      <ExpertCard orderId={order.id} expert={reply.expert} experts={reply.experts} onChanged={onChanged} />
      <NotesCard orderId={order.id} entries={reply.entries} onChanged={onChanged} />
    </Order>
  );
}

function Order({ order, title, children }: { order: OrderView; title?: ReactNode; children?: ReactNode }) {
  const { t } = useTranslation('admin');
  return (
    <>
      <header className={styles.head}>
        <h2>{order.number}</h2>
        <span>{displayNameOf(t, order.ownerName)}</span>
        {title}
      </header>
      <div className={styles.columns}>
        <div className={styles.order}>
          <OrderDetails order={order} leadsToRoom />
        </div>
        {children !== undefined && <div className={styles.aside}>{children}</div>}
      </div>
    </>
  );
}
