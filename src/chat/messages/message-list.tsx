import { useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import ArrowDown from 'lucide-react/icons/arrow-down';
import type { OrderHistoryEntry } from '#domain/order/data/order.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { useNow } from '../../ui/now.ts';
import { useSession } from '../../session/session-context.tsx';
import { dayOf } from '../../i18n/times.ts';
import { useMenuStop } from './menu-button.tsx';
import { MessageGroup } from './message-group.tsx';
import { makeFocusable } from '../text/focusable.ts';
import { rowsOf, type ThreadRow } from './grouping.ts';
import type { Messages } from './use-messages.ts';
import { useReturn } from './use-return.ts';
import styles from './message-list.module.css';
import type { MessageView } from '../views/view-types.ts';
import type { MessageActions } from '../parts/message-actions.ts';

interface MessageListProps extends Messages, MessageActions {
  /** Label of the log for screen readers. */
  label: string;
  readUpTo: number | undefined;
  /** Number of new messages of others below the visible part. */
  unseen: number;
  /** Called with whether the newest message is visible. */
  onEnd: (isInView: boolean) => void;
  /** Renders the footer of each message. Must be stable between renders. */
  renderFoot?: ((message: MessageView) => ReactNode) | undefined;
  /** Renders what stands above the text of each message. Must be stable between renders. */
  renderHead?: ((message: MessageView) => ReactNode) | undefined;
  /** Renders this device's offline answer to a pending question. */
  renderSaved?: ((question: MessageView) => ReactNode) | undefined;
  /** Of the order that the room is about: its status changes are shown between the messages. */
  history?: readonly OrderHistoryEntry[] | undefined;
  renderChange?: (change: OrderHistoryEntry) => ReactNode;
  /** Content after the newest message. */
  tail?: ReactNode;
  /** Shown while there are no messages. */
  empty: ReactNode;
  /** Whether what follows the user's message is read from its beginning. */
  keepsQuestion?: true;
}

/**
 * Scrollable log of a conversation. It is laid out from its end, so the newest message stays in place while older ones
 * are added above. The browser skips the layout of distant rows (`content-visibility`).
 */
export function MessageList(props: MessageListProps) {
  const { t } = useTranslation('chat');
  const { me } = useSession();
  const scroller = useRef<HTMLDivElement>(null);
  const { messages, readUpTo, hasOlder, history } = props;
  const rows = useMemo(
    () => (messages === undefined ? [] : rowsOf(messages, { me: me.id, readUpTo, history, hasOlder })),
    [messages, me.id, readUpTo, history, hasOlder],
  );
  const [fromNewest, setFromNewest] = useState<'at' | 'near' | 'far'>('at');
  const now = useNow();
  useReturn(scroller, messages, props.keepsQuestion === true);
  useMenuStop(scroller, rows);
  if (messages === undefined) {
    return (
      <div className={styles.pane}>
        <Skeleton label={t('conversation.loading')} lines={5} shape="row" />
      </div>
    );
  }
  const handleScroll = (distance: number) => {
    setFromNewest(distance > 400 ? 'far' : distance > 40 ? 'near' : 'at');
    props.onEnd(distance <= 40);
    if (distance < 1) props.showNewest();
  };
  const toNewest = () => {
    scroller.current?.scrollTo({ top: 0, behavior: 'smooth' });
  };
  return (
    <div className={styles.pane}>
      <div
        ref={(element) => {
          scroller.current = element;
          makeFocusable(element);
        }}
        className={styles.scroller}
        role="log"
        aria-label={props.label}
        onScroll={(event) => handleScroll(Math.abs(event.currentTarget.scrollTop))}
      >
        <div className={styles.column}>
          {rows.length === 0 ? props.empty : <OlderEdge {...props} root={scroller} />}
          <ol className={styles.rows}>
            {rows.map((row) => (
              <li key={row.key} className={styles.row}>
                <RowContent row={row} list={props} now={now} />
              </li>
            ))}
          </ol>
          {props.tail}
        </div>
      </div>
      {(fromNewest === 'far' || (fromNewest === 'near' && props.unseen > 0)) && (
        <div className={styles.toNewest}>
          <Button small icon={<ArrowDown aria-hidden />} onClick={toNewest}>
            {props.unseen > 0 ? t('conversation.toUnseen', { n: props.unseen }) : t('conversation.toNewest')}
          </Button>
        </div>
      )}
    </div>
  );
}

function RowContent({ row, list, now }: { row: ThreadRow; list: MessageListProps; now: number }) {
  const { t, i18n } = useTranslation('chat');
  if (row.kind === 'day')
    return (
      <div className={styles.day}>
        <span>{dayOf(i18n.language, row.at, now)}</span>
      </div>
    );
  if (row.kind === 'new')
    return (
      <div className={styles.new}>
        <span>{t('conversation.new')}</span>
      </div>
    );
  if (row.kind === 'status') return list.renderChange?.(row.change);
  if (row.kind === 'saved') return list.renderSaved?.(row.question);
  return (
    <MessageGroup
      group={row}
      renderFoot={list.renderFoot}
      renderHead={list.renderHead}
      onRetry={list.onRetry}
      onEdit={list.onEdit}
      onDiscard={list.onDiscard}
      onMenu={list.onMenu}
    />
  );
}

/** Upper edge: requests older messages when it comes near the visible part. */
function OlderEdge({
  root,
  hasOlder,
  loadingOlder,
  olderFailed,
  showOlder,
}: MessageListProps & { root: RefObject<HTMLDivElement | null> }) {
  const { t } = useTranslation('chat');
  const edge = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (edge.current === null || !hasOlder || olderFailed) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && showOlder(),
      {
        root: root.current,
        rootMargin: '600px 0px 0px',
      },
    );
    observer.observe(edge.current);
    return () => observer.disconnect();
  }, [root, hasOlder, olderFailed, showOlder]);
  return (
    <div ref={edge} className={styles.edge}>
      {!hasOlder && t('conversation.beginning')}
      {hasOlder && loadingOlder && t('conversation.loadingOlder')}
      {hasOlder && !loadingOlder && olderFailed && (
        <Button variant="ghost" small onClick={showOlder}>
          {t('conversation.olderFailed')}
        </Button>
      )}
    </div>
  );
}
