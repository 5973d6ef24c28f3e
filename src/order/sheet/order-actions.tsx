import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import MessagesSquare from 'lucide-react/icons/messages-square';
import { mayChangeDraft } from '#domain/order/life/draft-rights.ts';
import { allowedEvents, isTooLate, statusRows } from '#domain/order/life/status.ts';
import { mayRetry, retryRefused } from '../calls/order-send-again.ts';
import { discardWaiting } from '../../db/send-again.ts';
import { transitionOrder } from '../calls/order-transition.ts';
import { Button, buttonClass, buttonRow } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import { useLayer } from '../../ui/use-layer.ts';
import { moneyOf } from '../../i18n/money.ts';
import { useReasonText } from '../../i18n/reason-text.ts';
import { useSession } from '../../session/session-context.tsx';
import { discardWithUndo } from '../parts/discard-draft.ts';
import { KeptTyping } from '../parts/kept-typing.tsx';
import { Addresses } from '../addresses/order-addresses.tsx';
import { nameOfOrder } from '../parts/order-words.ts';
import { useOrderRoom } from '../parts/order-room.ts';
import { useTaxText } from '../parts/tax-text.ts';
import styles from '../parts/order-actions.module.css';
import type { OrderView } from '../views/view-types.ts';

/** Variant of each event's button: `primary` for the expected next step, `danger` for events that end the order. */
const buttons: Record<string, 'primary' | 'secondary' | 'danger'> = {
  ACCEPT_QUOTE: 'primary',
  CONFIRM_RECEIPT: 'primary',
  CHANGE: 'secondary',
  WITHDRAW: 'secondary',
  DECLINE: 'danger',
  CANCEL: 'danger',
  DISCARD: 'danger',
};

/** Returns the events for which the user has a button; none for another user's order. */
export function eventsFor(order: OrderView, me: { id: string }): string[] {
  if (order.ownerId !== me.id) return [];
  const allowed = allowedEvents(order.status, 'customer', order.doc);
  return Object.keys(buttons).filter((event) => allowed.includes(event));
}

/** Actions of the owner on an order; in their place a refusal, a pending status change or a confirmation. */
export function OrderActions({ order }: { order: OrderView }) {
  const { t } = useTranslation('navigator');
  const { me } = useSession();
  const [asking, setAsking] = useState<string>();
  useLayer(asking !== undefined, () => setAsking(undefined));
  if (order.refused !== null) return <RefusedAction order={order} />;
  if (order.pendingTransition !== null) {
    return (
      <output>
        {t('history.intentText', {
          event: t(`event.${order.pendingTransition}`, { defaultValue: order.pendingTransition }),
        })}
      </output>
    );
  }
  if (asking !== undefined) return <Confirm order={order} event={asking} onDone={() => setAsking(undefined)} />;
  return (
    <div className={buttonRow}>
      {order.status === 'draft' && mayChangeDraft(me, order) && (
        <Link to={`/one-stop-order/Prototyping/${order.id}`} className={buttonClass} data-variant="primary">
          {t('history.continue')}
        </Link>
      )}
      {eventsFor(order, me).map((event) => (
        <Button key={event} variant={buttons[event] ?? 'secondary'} onClick={() => setAsking(event)}>
          {t(`action.${event}`)}
        </Button>
      ))}
    </div>
  );
}

/** Button that opens the order's room, creating the room where there is none. */
export function RoomButton({ order }: { order: OrderView }) {
  const { t } = useTranslation('navigator');
  const navigate = useNavigate();
  const isBackOffice = useLocation().pathname.startsWith('/admin/');
  const messages = isBackOffice ? '/admin/po-chat' : '/one-stop-order/messenger';
  const { ensure } = useOrderRoom(order.id);
  const handleOpen = () => {
    ensure(order.number).then(
      (roomId) => navigate(`${messages}?room=${roomId}`),
      () => showNotice({ title: t('history.noRoom'), tone: 'danger' }),
    );
  };
  return (
    <Button icon={<MessagesSquare aria-hidden />} onClick={handleOpen}>
      {t('history.toRoom')}
    </Button>
  );
}

/** Confirmation before a status change; the user can give a reason to cancel or decline. */
function Confirm({ order, event, onDone }: { order: OrderView; event: string; onDone: () => void }) {
  const { t, i18n } = useTranslation('navigator');
  const { quote } = order;
  const total = quote === null ? '' : moneyOf(i18n.language, quote.total, quote.currency);
  const tax = useTaxText();
  const { ctx } = useSession();
  const [reason, setReason] = useState('');
  const handleYes = () => {
    if (event === 'DISCARD') {
      const name = nameOfOrder(order, t);
      discardWithUndo(ctx, order.id, { done: t('drafts.discarded', { name }), undo: t('undo') });
    } else {
      const why = reason.trim();
      transitionOrder(ctx, { orderId: order.id, event, ...(why === '' ? {} : { reason: why }) }).catch(() =>
        showNotice({ title: t('save.failed'), tone: 'danger' }),
      );
    }
    onDone();
  };
  const asksWhy = event === 'CANCEL' || event === 'DECLINE';
  return (
    <fieldset className={styles.confirm} aria-label={t(`action.${event}`)}>
      <p>{t(`confirm.${event}`, { total, tax })}</p>
      {event === 'ACCEPT_QUOTE' && <Addresses doc={order.doc} />}
      {asksWhy && <Field label={t('history.reason')} value={reason} onChange={setReason} lines={2} />}
      <div className={buttonRow}>
        <Button variant={buttons[event] ?? 'primary'} onClick={handleYes}>
          {t(`action.${event}`)}
        </Button>
        <Button onClick={onDone}>{t('history.back')}</Button>
      </div>
    </fieldset>
  );
}

function RefusedAction({ order }: { order: OrderView }) {
  const { t } = useTranslation('navigator');
  const { ctx, me } = useSession();
  const reasonText = useReasonText();
  const { refused } = order;
  if (refused === null) return null;
  const { event } = refused;
  const late = event !== undefined && isTooLate(order, event) ? event : undefined;
  const status = t(`status.${order.status}`, { defaultValue: statusRows[order.status].label });
  return (
    <div className={styles.confirm} role="alert">
      <p>
        {late === undefined
          ? `${t('refused.title')} ${reasonText(refused)}`
          : t('refused.tooLate', { action: t(`action.${late}`), status })}
      </p>
      <div className={buttonRow}>
        {mayRetry(refused, order) && (
          <Button onClick={() => void retryRefused(ctx, refused.cmdId)}>{t('refused.again')}</Button>
        )}
        <Button onClick={() => void discardWaiting(ctx, refused.cmdId)}>{t('refused.drop')}</Button>
      </div>
      {(order.ownerId !== me.id || order.status !== 'draft') && <KeptTyping order={order} />}
    </div>
  );
}
