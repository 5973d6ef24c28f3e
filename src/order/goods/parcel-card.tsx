import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import Clock from 'lucide-react/icons/clock';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ParcelEntry, ParcelStep } from '#domain/order/data/goods.ts';
import type { Parcel } from '#domain/order/life/parcels.ts';
import type { OrderView } from '../views/view-types.ts';
import { Moment } from '../../i18n/moment.tsx';
import { Chip } from '../../ui/chip.tsx';
import { displayNameOf } from '../../i18n/display-name.ts';
import { PackingDone } from './packing-list.tsx';
import { Tracking } from './tracking.tsx';
import { itemsFor } from './typed-parcel.ts';
import { DAY } from '#domain/ground/units.ts';
import { useDayText } from '../parts/day-text.ts';
import { messagesOf } from '../../chat/views/message-views.ts';
import { useSession } from '../../session/session-context.tsx';
import { Attachments } from '../../chat/parts/attachments.tsx';
import { useOrderRoom } from '../parts/order-room.ts';
import styles from './goods.module.css';

const tones: Record<ParcelStep, string> = {
  announced: 'info',
  withdrawn: 'neutral',
  arrived: 'info',
  counted: 'info',
  accepted: 'ok',
  refused: 'danger',
};

interface ParcelCardProps {
  order: OrderView;
  parcel: Parcel;
  /** Buttons for the steps that the user may take with the parcel. */
  children?: ReactNode;
}

/** One parcel: what is in it, where it is, what was counted and what became of it. */
export function ParcelCard({ order, parcel, children }: ParcelCardProps) {
  const { t } = useTranslation('navigator');
  const { content, counts, state, isWaiting, entries } = parcel;
  return (
    <article className={styles.card}>
      <div className={styles.head}>
        <Chip tone={tones[state]}>{t(`parcel.state.${state}`)}</Chip>
        {isWaiting && (
          <small>
            <Clock aria-hidden /> {t('parcel.waiting')}
          </small>
        )}
        {state === 'announced' && content.expected !== null && (
          <small>
            {t('parcel.due')} <DayText day={content.expected} />
          </small>
        )}
      </div>
      <ul className={styles.lines}>
        {content.lines.map(({ name, count }, i) => (
          <li key={name} data-tone={counts !== undefined && counts[i] !== count ? 'danger' : undefined}>
            <span>{name}</span>
            <span>{counts === undefined ? count : t('parcel.counted', { counted: counts[i] ?? 0, of: count })}</span>
          </li>
        ))}
      </ul>
      <Tracking {...content} />
      {entries[0]?.step === 'announced' && (
        <PackingDone items={itemsFor(order.doc, content.mode)} ticks={content.ticks} />
      )}
      {content.notes !== '' && <p className={styles.said}>{content.notes}</p>}
      <ol className={styles.steps}>
        {entries.map((entry) => (
          <Step key={`${entry.sseq ?? 'waits'} ${entry.at} ${entry.step}`} orderId={order.id} entry={entry} />
        ))}
      </ol>
      {state === 'refused' && <p className={styles.note}>{t('parcel.refusedNext')}</p>}
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </article>
  );
}

function Step({ orderId, entry }: { orderId: string; entry: ParcelEntry }) {
  const { t } = useTranslation('navigator');
  return (
    <li>
      <small>
        {t(`parcel.step.${entry.step}`)} · {displayNameOf(t, entry.byName)} · <Moment at={entry.at} />
      </small>
      {entry.sender !== undefined && <p className={styles.said}>{t('parcel.from', { sender: entry.sender })}</p>}
      {entry.reason !== undefined && <p className={styles.said}>{entry.reason}</p>}
      {entry.photo !== undefined && <FileOfOrder orderId={orderId} fileId={entry.photo} />}
    </li>
  );
}

/** A calendar day such as `2026-12-31` in the reader's language. */
function DayText({ day }: { day: string }) {
  const text = useDayText();
  return <time dateTime={day}>{text(Date.parse(day) / DAY)}</time>;
}

/** Number of newest messages in which the file is looked for. */
const newestRead = 200;

/** A file in the room of an order; nothing where its message is deleted or this user does not see the room. */
function FileOfOrder({ orderId, fileId }: { orderId: string; fileId: string }) {
  const { db, me } = useSession();
  const { room } = useOrderRoom(orderId);
  const roomId = room?.id;
  const file = useLiveQuery(async () => {
    const messages = roomId === undefined ? [] : (await messagesOf(db, me, roomId, newestRead)).messages;
    return messages.flatMap(({ files }) => files).find(({ id }) => id === fileId);
  }, [db, me, roomId, fileId]);
  return file === undefined ? null : <Attachments files={[file]} />;
}
