import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import Headset from 'lucide-react/icons/headset';
import Zap from 'lucide-react/icons/zap';
import type { Author, Message } from '#domain/chat/chat.ts';
import { writtenBefore } from '#domain/chat/written-before.ts';
import { initialsOf } from '../../i18n/initials.ts';
import { useMe } from '../../session/session-context.tsx';
import { calendarDayOf, fullTimeOf, timeOf } from '../../i18n/times.ts';
import { displayNameOf } from '../../i18n/display-name.ts';
import { AnswerText } from '../text/answer-text.tsx';
import { Attachments } from '../parts/attachments.tsx';
import { DeliveryMark } from '../parts/delivery-mark.tsx';
import type { ThreadRow } from './grouping.ts';
import { isReport } from '#domain/chat/handoff-turn.ts';
import { HandoffDetails } from './handoff-details.tsx';
import { MarkedText } from '../text/marked-text.tsx';
import { MenuButton } from './menu-button.tsx';
import { hasMenu } from './message-rights.ts';
import { RefusedActions } from './refused-actions.tsx';
import { messageText, subjectOf } from '../parts/message-text.ts';
import styles from './message-group.module.css';
import type { MessageView } from '../views/view-types.ts';
import type { MessageActions } from '../parts/message-actions.ts';

interface MessageGroupProps extends MessageActions {
  group: ThreadRow & { kind: 'group' };
  renderFoot?: ((message: MessageView) => ReactNode) | undefined;
  renderHead?: ((message: MessageView) => ReactNode) | undefined;
}

/** Messages of one author within one minute. Rendered again only when one of them has changed. */
export const MessageGroup = memo(MessageGroupContent, (before, after) => {
  const old = before.group.messages;
  const now = after.group.messages;
  return (
    old.length === now.length &&
    before.renderFoot === after.renderFoot &&
    before.renderHead === after.renderHead &&
    before.onRetry === after.onRetry &&
    before.onEdit === after.onEdit &&
    before.onMenu === after.onMenu &&
    old.every((message, at) => isSameMessage(message, now[at]))
  );
});

function isSameMessage(a: MessageView, b: MessageView | undefined): boolean {
  return (
    b !== undefined &&
    a.id === b.id &&
    a.delivery === b.delivery &&
    a.pending === b.pending &&
    a.content === b.content &&
    a.redacted === b.redacted &&
    a.versions?.length === b.versions?.length &&
    a.rating === b.rating &&
    a.handedOver?.at === b.handedOver?.at &&
    a.refusedFeedback?.cmdIds[0] === b.refusedFeedback?.cmdIds[0] &&
    a.reason?.code === b.reason?.code &&
    a.isFollowed === b.isFollowed &&
    a.answer?.status === b.answer?.status &&
    a.feedback?.sseq === b.feedback?.sseq
  );
}

function MessageGroupContent({ group, renderFoot, renderHead, onMenu, ...actions }: MessageGroupProps) {
  const { t, i18n } = useTranslation('chat');
  const me = useMe();
  const { author, mine, messages, at } = group;
  if (author.kind === 'system') return <SystemCard group={group} />;
  const name = mine ? t('author.me') : displayNameOf(t, author.name);
  return (
    <div className={styles.group} data-mine={mine || undefined}>
      {!mine && <AuthorPicture author={author} />}
      <div className={styles.messages}>
        <div className={styles.head}>
          <span className={styles.name}>{name}</span>
          <time dateTime={at} title={fullTimeOf(i18n.language, at)}>
            {timeOf(i18n.language, at)}
          </time>
        </div>
        {messages.map((message) => (
          <div
            key={message.id}
            className={styles.message}
            data-message={message.id}
            data-delivery={message.delivery ?? undefined}
          >
            <div className={styles.line}>
              <div className={styles.bubble} data-tone={message.answer?.emergency === true ? 'danger' : undefined}>
                {message.redacted === true && <p className={styles.text}>{t('redacted')}</p>}
                {message.handoff !== undefined && (
                  <p className={styles.label}>{t(isReport(message.handoff) ? 'handoff.report' : 'handoff.card')}</p>
                )}
                {renderHead?.(message)}
                <Subject text={subjectOf(message)} />
                {message.answer === undefined ? (
                  <MarkedText content={message.content} />
                ) : (
                  <AnswerText content={messageText(t, message)} />
                )}
                {message.handoff?.turns !== undefined && <HandoffDetails handoff={message.handoff} />}
                {message.files.length > 0 && <Attachments files={message.files} />}
              </div>
              {message.delivery !== null && <DeliveryMark delivery={message.delivery} />}
              {onMenu !== undefined && hasMenu(message, me) && <MenuButton message={message} onMenu={onMenu} t={t} />}
            </div>
            <WritingTime message={message} />
            {message.delivery === 'refused' && <RefusedActions message={message} {...actions} />}
            {renderFoot?.(message)}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Shows when a message was written, if it was sent much later. */
function WritingTime({ message }: { message: Message }) {
  const { t, i18n } = useTranslation('chat');
  const at = writtenBefore(message);
  if (at === undefined) return null;
  const isSameDay = calendarDayOf(at) === calendarDayOf(message.createdAt);
  const time = isSameDay ? timeOf(i18n.language, at) : fullTimeOf(i18n.language, at);
  return (
    <p className={styles.written} title={t('writtenHint')}>
      {t('written', { time })}
    </p>
  );
}

/** Shows the subject of an answer above its text. */
export function Subject({ text }: { text: string | undefined }) {
  return text === undefined ? null : <p className={styles.subject}>{text}</p>;
}

/** Avatar of an author. */
export function AuthorPicture({ author }: { author: Pick<Author, 'kind' | 'name'> }) {
  const { t } = useTranslation('chat');
  const name = displayNameOf(t, author.name);
  return (
    <span className={styles.picture} data-kind={author.kind} aria-hidden>
      {author.kind === 'assistant' ? <Zap /> : author.kind === 'expert' ? <Headset /> : initialsOf(name)}
    </span>
  );
}

function SystemCard({ group }: { group: ThreadRow & { kind: 'group' } }) {
  const { t, i18n } = useTranslation('chat');
  return (
    <div className={styles.system}>
      {group.messages.map((message) => (
        <div key={message.id}>
          <p className={styles.text}>{message.handoff === undefined ? message.content : t('handoff.note')}</p>
          {message.files.length > 0 && <Attachments files={message.files} />}
        </div>
      ))}
      <time dateTime={group.at}>{timeOf(i18n.language, group.at)}</time>
    </div>
  );
}
