import { Suspense, use, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import type { Handoff, HandoffOrder } from '#domain/chat/chat.ts';
import { isReport } from '#domain/chat/handoff-turn.ts';
import { orderOf } from '../../order/views/order-views.ts';
import { useSession } from '../../session/session-context.tsx';
import { Button } from '../../ui/button.tsx';
import { HandoffTurns } from './handoff-turns.tsx';
import { MarkedText } from '../text/marked-text.tsx';
import { OrderSheetContext } from '../parts/order-sheet-context.ts';
import styles from './handoff-details.module.css';

/** Shows the note, the turns and the order that come with a handed-over question, below it. */
export function HandoffDetails({ handoff }: { handoff: Handoff }) {
  const { note, turns, order } = handoff;
  const { t } = useTranslation('chat');
  const asked = t(isReport(handoff) ? 'finder.note' : 'handoff.tried');
  return (
    <div className={styles.details}>
      {note !== undefined && (
        <section className={styles.note} aria-label={asked}>
          <p className={styles.head}>{asked}</p>
          <MarkedText content={note} />
        </section>
      )}
      {turns !== undefined && <HandoffTurns turns={turns} />}
      {order !== undefined && <OrderOfHandoff order={order} />}
    </div>
  );
}

/** Shows the order that the customer looked at last: a button that opens it, or its number if this device lacks it. */
function OrderOfHandoff({ order: { id, number } }: { order: HandoffOrder }) {
  const { t } = useTranslation('chat');
  const { db, me } = useSession();
  const show = use(OrderSheetContext);
  const [isOpen, setOpen] = useState(false);
  const isHere = useLiveQuery(async () => (await orderOf(db, me, id)) !== undefined, [db, me, id]);
  const name = t('handoff.order', { number });
  if (show === null || isHere !== true) return <p>{name}</p>;
  return (
    <>
      <Button small icon={<ClipboardList aria-hidden />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {name}
      </Button>
      {isOpen && <Suspense fallback={null}>{show(id, () => setOpen(false))}</Suspense>}
    </>
  );
}
