import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  CircleCheck,
  ClipboardList,
  Copy,
  ExternalLink,
  Headset,
  MessageCircle,
  Paperclip,
  RotateCw,
  ThumbsUp,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import { limits } from '#domain/limits.ts';
import { retryRefused } from '../../commands/waiting.ts';
import type { WaitingItem } from '../../db/views.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { useCopy } from '../copy.ts';
import { useDiscard } from '../discard.ts';
import { sizeText } from '../messenger/file-bytes.ts';
import { useReasonText } from '../reason-text.ts';
import { useSession } from '../session-context.tsx';
import { ageOf, fullTimeOf } from '../times.ts';
import { placeOf } from './place.ts';
import styles from './waiting.module.css';

const icons: Record<WaitingItem['type'], LucideIcon> = {
  'room.open': MessageCircle,
  'chat.send': MessageCircle,
  'read.mark': CircleCheck,
  'question.ask': MessageCircle,
  'feedback.give': ThumbsUp,
  'handoff.request': Headset,
  'order.patch': ClipboardList,
  'order.place': ClipboardList,
  'order.transition': ClipboardList,
};

const tones: Record<WaitingItem['state'], string> = {
  queued: 'neutral',
  sent: 'info',
  blocked: 'neutral',
  refused: 'danger',
  signin: 'warn',
};

/** One thing that waits: what, since when, for what, and what can be done about it. */
export function WaitingRow({ item, now }: { item: WaitingItem; now: number }) {
  const { t, i18n } = useTranslation('chat');
  const { ctx, me } = useSession();
  const copy = useCopy();
  const reasonText = useReasonText();
  const Icon = icons[item.type];
  const place = placeOf(item, me);
  const old = now - item.createdAt > limits.stillWaitingMs;
  const discard = useDiscard();
  return (
    <li className={styles.item} data-state={item.state}>
      <Icon aria-hidden className={styles.icon} />
      <div className={styles.text}>
        <div className={styles.line}>
          <strong>{t(`waitingPage.type.${item.type}`, { defaultValue: item.title })}</strong>
          <Chip tone={tones[item.state]}>{t(`waitingPage.state.${item.state}`)}</Chip>
          <time
            className={styles.age}
            dateTime={new Date(item.createdAt).toISOString()}
            title={fullTimeOf(i18n.language, item.createdAt)}
          >
            {ageOf(i18n.language, item.createdAt, now)}
          </time>
        </div>
        {item.detail !== '' && <p className={styles.detail}>{item.detail}</p>}
        {item.files.map((file) => (
          <p key={file.name} className={styles.file}>
            <Paperclip aria-hidden />
            {file.name} · {sizeText(i18n.language, file.size)}
          </p>
        ))}
        {item.reason !== null && (
          <p className={styles.reason}>{t('waitingPage.reason', { reason: reasonText(item.reason) })}</p>
        )}
        {old && item.reason === null && <p className={styles.detail}>{t('waitingPage.stillWaiting')}</p>}
        <div className={styles.actions}>
          {item.state === 'refused' && (
            <Button small icon={<RotateCw aria-hidden />} onClick={() => void retryRefused(ctx, item.cmdId)}>
              {t('common:action.retry')}
            </Button>
          )}
          {item.detail !== '' && (
            <Button variant="ghost" small icon={<Copy aria-hidden />} onClick={() => copy(item.detail)}>
              {t('waitingPage.copy')}
            </Button>
          )}
          {place !== undefined && (
            <Link to={place} className={styles.link ?? ''}>
              <ExternalLink aria-hidden />
              {t('waitingPage.show')}
            </Link>
          )}
          {item.state !== 'sent' && (
            <Button variant="ghost" small icon={<Trash2 aria-hidden />} onClick={() => void discard(item.cmdId)}>
              {t('common:action.discard')}
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}
