import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import CircleCheck from 'lucide-react/icons/circle-check';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import ExternalLink from 'lucide-react/icons/external-link';
import Headset from 'lucide-react/icons/headset';
import MessageCircle from 'lucide-react/icons/message-circle';
import Paperclip from 'lucide-react/icons/paperclip';
import Pencil from 'lucide-react/icons/pencil';
import Pin from 'lucide-react/icons/pin';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import RotateCw from 'lucide-react/icons/rotate-cw';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import Trash2 from 'lucide-react/icons/trash-2';
import type { LucideIcon } from 'lucide-react';
import { retryPolicy } from '#domain/spine/retry-policy.ts';
import { mayRetry, retryRefused } from '../../order/calls/order-send-again.ts';
import { isStaffEntry } from '../../order/views/project-order.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import { useCopy } from '../../ui/copy.ts';
import { editAgain, isEditable } from '../../chat/compose/edit-again.ts';
import { sizeText } from '../../chat/parts/file-bytes.ts';
import { useReasonText } from '../../i18n/reason-text.ts';
import { useSession } from '../../session/session-context.tsx';
import { ageOf, fullTimeOf } from '../../i18n/times.ts';
import { useExport } from './export.ts';
import { pagePathOf } from './page-path.ts';
import type { WaitingCommand } from './waiting-commands.ts';
import { useCauseText } from './waits-for.ts';
import { useCommandText } from './command-text.ts';
import styles from './waiting.module.css';
import type { WaitingItem } from '../../db/view-types.ts';

const icons: Record<WaitingItem['type'], LucideIcon> = {
  'room.open': MessageCircle,
  'chat.send': MessageCircle,
  'message.redact': Trash2,
  'member.remove': MessageCircle,
  'read.mark': CircleCheck,
  'question.ask': MessageCircle,
  'feedback.give': ThumbsUp,
  'handoff.request': Headset,
  'room.rename': Pencil,
  'room.pin': Pin,
  'room.delete': Trash2,
  'room.restore': RotateCcw,
  'room.assign': Headset,
  'order.patch': ClipboardList,
  'order.share': ClipboardList,
  'order.place': ClipboardList,
  'order.transition': ClipboardList,
  'order.note': ClipboardList,
  'order.assign': ClipboardList,
  'parcel.change': ClipboardList,
  'cells.mark': ClipboardList,
  'report.add': ClipboardList,
  'report.publish': ClipboardList,
  'report.withdraw': ClipboardList,
};

const tones: Record<WaitingItem['state'], string> = {
  queued: 'neutral',
  sent: 'info',
  blocked: 'neutral',
  refused: 'danger',
  signin: 'warn',
};

interface WaitingRowProps {
  thing: WaitingCommand;
  now: number;
  onDiscard: (cmdId: string, title: string) => void;
}

/** Lines of a command shown in the list; a copy has all of them. */
const shownLines = 6;

/** One unconfirmed or refused command: what it is, its age, what it waits for, and its actions. */
export function WaitingRow({ thing, now, onDiscard }: WaitingRowProps) {
  const { t, i18n } = useTranslation('chat');
  const reasonText = useReasonText();
  const words = useCommandText();
  const causeText = useCauseText();
  const { item, files } = thing;
  const { title, lines } = words(thing);
  const Icon = icons[item.type];
  const old = now - item.createdAt > retryPolicy.stillPendingMs;
  const more = lines.length - shownLines;
  return (
    <li className={styles.item} data-state={item.state}>
      <Icon aria-hidden className={styles.icon} />
      <div className={styles.text}>
        <div className={styles.line}>
          <strong>{title}</strong>
          <Chip tone={tones[item.state]}>{t(`waitingPage.state.${item.state}`)}</Chip>
          <time
            className={styles.age}
            dateTime={new Date(item.createdAt).toISOString()}
            title={fullTimeOf(i18n.language, item.createdAt)}
          >
            {ageOf(i18n.language, item.createdAt, now)}
          </time>
        </div>
        {lines.length > 0 && <p className={styles.detail}>{lines.slice(0, shownLines).join('\n')}</p>}
        {more > 0 && <p className={styles.detail}>{t('waitingPage.more', { count: more })}</p>}
        {files.map((file) => (
          <p key={file.id} className={styles.file}>
            <Paperclip aria-hidden />
            {file.name} · {sizeText(i18n.language, file.size)}
          </p>
        ))}
        {item.reason === null ? (
          <p className={styles.cause}>{causeText(thing)}</p>
        ) : (
          <p className={styles.reason}>{reasonText(item.reason)}</p>
        )}
        {old && item.reason === null && <p className={styles.detail}>{t('waitingPage.stillWaiting')}</p>}
        <Actions thing={thing} title={title} lines={lines} onDiscard={onDiscard} />
      </div>
    </li>
  );
}

type ActionsProps = Omit<WaitingRowProps, 'now'> & { title: string; lines: readonly string[] };

/** Actions on the command, in a group that is labeled with its title for screen readers. */
function Actions({ thing, title, lines, onDiscard }: ActionsProps) {
  const { t } = useTranslation('chat');
  const { ctx, me } = useSession();
  const copy = useCopy();
  const exportThing = useExport();
  const navigate = useNavigate();
  const { item } = thing;
  const place = pagePathOf(thing, me);
  const isDraft = item.lane.startsWith('order:') && thing.order?.status === 'draft';
  const handleEdit = async () => {
    if (await editAgain(ctx, item.cmdId)) {
      void navigate(place ?? '/waiting');
      showNotice({ title: t('refused.inBox'), detail: t('refused.inBoxText') });
    } else showNotice({ title: t('refused.underWay'), detail: t('refused.underWayText') });
  };
  return (
    <fieldset className={styles.actions} aria-label={title}>
      {/* Staff decide on the page of the order, which shows what has changed since. */}
      {item.reason !== null && !isStaffEntry(item.entry) && mayRetry({ ...item, ...item.reason }, thing.order) && (
        <Button small icon={<RotateCw aria-hidden />} onClick={() => void retryRefused(ctx, item.cmdId)}>
          {t('common:action.retry')}
        </Button>
      )}
      {isEditable(item) && (
        <Button variant="ghost" small icon={<Pencil aria-hidden />} onClick={() => void handleEdit()}>
          {t('common:action.edit')}
        </Button>
      )}
      {place !== undefined && (
        <Link to={place} className={buttonClass} data-variant="ghost" data-small>
          {isDraft ? <Pencil aria-hidden /> : <ExternalLink aria-hidden />}
          {t(isDraft ? 'common:action.edit' : 'waitingPage.show')}
        </Link>
      )}
      {lines.length > 0 && (
        <Button variant="ghost" small icon={<Copy aria-hidden />} onClick={() => copy(lines.join('\n'))}>
          {t('waitingPage.copy')}
        </Button>
      )}
      <Button variant="ghost" small icon={<Download aria-hidden />} onClick={() => void exportThing(thing)}>
        {t('waitingPage.export')}
      </Button>
      {item.state !== 'sent' && (
        <Button variant="ghost" small icon={<Trash2 aria-hidden />} onClick={() => onDiscard(item.cmdId, title)}>
          {t('common:action.discard')}
        </Button>
      )}
    </fieldset>
  );
}
