import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useUnreadCheckedAnswers } from '../../assistant/views/unread-checked-answers.ts';
import { announce } from '../../ui/notice/notices.ts';
import { pathOfFound } from '../../assistant/conversations/path-of-found.ts';

/** Functions that dismiss the notices shown so far, by message. Kept here, because each page has its own layout. */
const shown = new Map<string, () => void>();

/**
 * Notifies the user of checked answers to what they asked earlier, once each. The notice leads to the message, and
 * disappears when it is read. In the conversation itself there is none.
 */
export function useCheckedAnswers(): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const unread = useUnreadCheckedAnswers();
  useEffect(() => {
    if (unread === undefined) return;
    for (const [id, dismiss] of shown) if (!unread.some(({ message }) => message.id === id)) dismiss();
    for (const each of unread) {
      const { id, replyTo, answer } = each.message;
      if (shown.has(id) || isOnPage(replyTo)) continue;
      const action = { label: t('notice.show'), run: () => void navigate(pathOfFound(each)) };
      shown.set(id, announce(t, 'checkedAnswer', { detail: answer?.suggestions[0]?.question, action }));
    }
  }, [unread, t, navigate]);
}

/** Whether the page shows this message, so that what follows it is seen too. */
function isOnPage(messageId: string | null): boolean {
  return document.querySelector(`[data-message="${CSS.escape(messageId ?? '')}"]`) !== null;
}
