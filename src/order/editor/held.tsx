import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import Clock from 'lucide-react/icons/clock';
import { discardWaiting } from '../../db/send-again.ts';
import { waitingOf } from '../../db/unsent-commands.ts';
import { Button } from '../../ui/button.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import { useSession } from '../../session/session-context.tsx';
import { useEditor } from './order-editor.ts';
import styles from './held.module.css';

/**
 * Notice on an order with a pending place or status command. The order is shown with the effect of that command, and is
 * read-only until the command is withdrawn.
 */
export function HeldNote() {
  const { t } = useTranslation('navigator');
  const { orderId, order } = useEditor();
  return (
    <output className={styles.note}>
      <Clock aria-hidden />
      <p>{t(order?.pendingTransition === 'PLACE' ? 'held.PLACE' : 'held.DISCARD')}</p>
      <WithdrawButton orderId={orderId} />
    </output>
  );
}

/** Button that withdraws the order's pending place or status command; hidden once the command may have been sent. */
export function WithdrawButton({ orderId }: { orderId: string }) {
  const { t } = useTranslation('navigator');
  const { ctx, db } = useSession();
  const waiting = useLiveQuery(() => waitingOf(db), [db]) ?? [];
  const item = waiting.findLast(
    ({ lane, type, state }) =>
      lane === `order:${orderId}` && (type === 'order.place' || type === 'order.transition') && state !== 'refused',
  );
  if (item === undefined || item.state === 'sent') return null;
  const handleTakeBack = async () => {
    await discardWaiting(ctx, item.cmdId);
    // A command that may have reached the server cannot be withdrawn.
    const stillThere = (await waitingOf(db)).some((each) => each.cmdId === item.cmdId);
    if (stillThere) showNotice({ title: t('place.underWay'), detail: t('place.underWayText') });
  };
  return <Button onClick={() => void handleTakeBack()}>{t('place.takeBack')}</Button>;
}

/** Fields of the order; read-only while it is held. */
export function Fields({ children }: { children: ReactNode }) {
  const { held } = useEditor();
  return (
    <fieldset className={styles.fields} disabled={held}>
      {children}
    </fieldset>
  );
}
