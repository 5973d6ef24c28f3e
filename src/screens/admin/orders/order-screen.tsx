import { type ReactNode, useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useParams } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { AdminOrderReply } from '#domain/protocol/admin-orders.ts';
import type { OrderView } from '../../../db/view-types.ts';
import { orderOf } from '../../../db/views.ts';
import { adminOrder } from '../../../net/admin-orders.ts';
import type { Api } from '../../../net/http.ts';
import { useSession } from '../../../session/session-context.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { OrderDetails } from '../../navigator/order-details.tsx';
import { useKeptRemote } from '../../remote/kept-remote.ts';
import { RemoteView } from '../../remote/remote-view.tsx';
import { ResultsCards } from '../results/results-cards.tsx';
import { displayNameOf } from '../../words/display-name.ts';
import { ExpertCard } from './expert-card.tsx';
import { NextSteps } from './next-steps.tsx';
import { NotesCard } from './notes-card.tsx';
import styles from './orders.module.css';

/**
 * `/admin/po_orders/:orderId`: one order, what may be done with it next, and what staff wrote about it. The order itself
 * is also on this device, so it is shown and kept up to date without a reply.
 */
export function OrderScreen() {
  const { t } = useTranslation('admin');
  const { db, me } = useSession();
  const { orderId = '' } = useParams();
  const read = useCallback((api: Api) => adminOrder(api, orderId), [orderId]);
  const remote = useKeptRemote(`order ${orderId}`, read);
  const here = useLiveQuery(() => orderOf(db, me, orderId), [db, me, orderId]);
  const { reload, value } = remote;
  const newest = here?.sseq ?? 0;
  const replied = value?.order.sseq ?? newest;
  useEffect(() => {
    if (newest > replied) reload();
  }, [newest, replied, reload]);
  return (
    <div className={styles.page}>
      <BackLink />
      <RemoteView
        remote={remote}
        words="admin"
        {...(here === undefined ? {} : { meanwhile: <Order order={here} title={<p>{t('orders.partly')}</p>} /> })}
      >
        {(reply) => <Loaded reply={reply} here={here} onChanged={reload} />}
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
  const isHereNewer = here !== undefined && here.sseq > reply.order.sseq;
  const order =
    isHereNewer || here?.sseq === reply.order.sseq
      ? here
      : { ...reply.order, unsaved: 0, pendingTransition: null, refused: null, pending: false };
  return (
    <Order order={order}>
      <NextSteps order={order} allowed={reply.allowed_commands} isCurrent={!isHereNewer} onChanged={onChanged} />
      <ResultsCards order={order} onChanged={onChanged} />
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
