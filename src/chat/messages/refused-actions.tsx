import { useTranslation } from 'react-i18next';
import Copy from 'lucide-react/icons/copy';
import Pencil from 'lucide-react/icons/pencil';
import RotateCw from 'lucide-react/icons/rotate-cw';
import Trash2 from 'lucide-react/icons/trash-2';
import { canSucceedAgain } from '#domain/ground/errors.ts';
import { isReport } from '#domain/chat/handoff-turn.ts';
import { isBlank } from '#domain/ground/text.ts';
import { Button } from '../../ui/button.tsx';
import { useReasonText } from '../../i18n/reason-text.ts';
import { useCopy } from '../../ui/copy.ts';
import styles from './refused-actions.module.css';
import type { MessageView } from '../views/view-types.ts';
import type { MessageActions } from '../parts/message-actions.ts';

interface RefusedActionsProps extends Pick<MessageActions, 'onRetry' | 'onDiscard'> {
  message: MessageView;
  /** Missing where there is no box into which the text could return. */
  onEdit?: MessageActions['onEdit'];
  /** The side on which they stand: own messages of a conversation are at the end of a line. */
  side?: 'start' | 'end';
}

/** Reason why a message was refused, and its author's choices. The text is kept until they decide. */
export function RefusedActions({ message, onRetry, onEdit, onDiscard, side = 'end' }: RefusedActionsProps) {
  const { t } = useTranslation('chat');
  const reasonText = useReasonText();
  const copy = useCopy();
  // A handed-over question is not a text in a box.
  const isEditable = message.handoff === undefined || isReport(message.handoff);
  const hasText = !isBlank(message.content);
  const mayRetry = message.reason === null || canSucceedAgain(message.reason.code, false);
  return (
    <div className={styles.refused} data-side={side}>
      <p>
        {t(hasText ? 'refused.text' : 'refused.files', { reason: reasonText(message.reason) })}
        {message.isFollowed === true && mayRetry && ` ${t('refused.followed')}`}
      </p>
      <div className={styles.actions}>
        {mayRetry && (
          <Button variant="ghost" small icon={<RotateCw aria-hidden />} onClick={() => onRetry(message)}>
            {t('common:action.retry')}
          </Button>
        )}
        {isEditable && onEdit !== undefined && (
          <Button variant="ghost" small icon={<Pencil aria-hidden />} onClick={() => onEdit(message)}>
            {t('common:action.edit')}
          </Button>
        )}
        {hasText && (
          <Button variant="ghost" small icon={<Copy aria-hidden />} onClick={() => copy(message.content)}>
            {t('common:action.copy')}
          </Button>
        )}
        <Button variant="ghost" small icon={<Trash2 aria-hidden />} onClick={() => onDiscard(message)}>
          {t('common:action.discard')}
        </Button>
      </div>
    </div>
  );
}
