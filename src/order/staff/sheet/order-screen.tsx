import { useTranslation } from 'react-i18next';
import { Link, useLocation, useParams } from 'react-router-dom';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { AdminOrderReply } from '#domain/order/wire/admin-orders.ts';
import { type OpenCommand, openOf } from '../views/staff-commands.ts';
import { withOpenCells } from '../views/staff-results.ts';
import type { OrderView } from '../../views/view-types.ts';
import { useMe } from '../../../session/session-context.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { OrderDetails } from '../../sheet/order-details.tsx';
import type { Remote } from '../../../shell/remote/remote.ts';
import { RemoteView } from '../../../shell/remote/remote-view.tsx';
import { ResultsCards } from '../results/results-cards.tsx';
import { displayNameOf } from '../../../i18n/display-name.ts';
import { CreditCard } from './credit-card.tsx';
import { ExpertCard } from './expert-card.tsx';
import { StaffParcels } from '../goods/staff-parcels.tsx';
import { NextSteps } from '../steps/next-steps.tsx';
import { NotesCard } from './notes-card.tsx';
import { useStaffOrder } from '../parts/use-staff-order.ts';
import basics from '../../../ui/basics.module.css';
import styles from '../parts/orders.module.css';

/**
 * `/admin/po_orders/:orderId`: one order, what may be done with it next, and what staff wrote about it. The order
 * itself is also on this device, so it is shown and kept up to date without a reply.
 */
export function OrderScreen() {
  const { orderId = '' } = useParams();
  const { remote, order, open } = useStaffOrder(orderId);
  return (
    <div className={styles.page}>
      <BackLink />
      {order === undefined ? (
        <RemoteView remote={remote} words="admin">
          {() => null}
        </RemoteView>
      ) : (
        <OrderWithDesk order={order} open={open} remote={remote} />
      )}
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

interface OrderWithDeskProps {
  order: OrderView;
  open: readonly OpenCommand[];
  remote: Remote<AdminOrderReply>;
}

/** The order, its next steps, and what staff write among themselves, which only the server has. */
function OrderWithDesk({ order, open, remote }: OrderWithDeskProps) {
  const { t } = useTranslation('admin');
  const me = useMe();
  return (
    <>
      <header className={styles.head}>
        <h2>{order.number}</h2>
        <span>{displayNameOf(t, order.ownerName)}</span>
      </header>
      <div className={styles.columns}>
        <div className={styles.order}>
          <OrderDetails order={withOpenCells(order, open, me)} leadsToRoom />
        </div>
        <div className={styles.aside}>
          <div className={basics.fields}>
            <NextSteps order={order} open={open} />
            <StaffParcels order={order} open={open} />
          </div>
          <ResultsCards order={order} open={open} />
          <RemoteView
            remote={remote}
            words="admin"
            meanwhile={
              <>
                <p className={styles.note}>{t('orders.partly')}</p>
                <NotesCard orderId={order.id} entries={[]} open={openOf(open, 'order.note')} />
              </>
            }
          >
            {({ expert, experts, entries, company }) => (
              <>
                <ExpertCard orderId={order.id} expert={expert} experts={experts} open={openOf(open, 'order.assign')} />
                {company && <CreditCard company={company} onChanged={remote.reload} />}
                <NotesCard orderId={order.id} entries={entries} open={openOf(open, 'order.note')} />
              </>
            )}
          </RemoteView>
        </div>
      </div>
    </>
  );
}
