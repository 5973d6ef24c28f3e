import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { cleanFileName } from '#domain/ground/file-name.ts';
import { cutText } from '#domain/ground/text.ts';
import { download } from '../../ui/download.ts';
import { showNotice } from '../../ui/notice/notice.tsx';
import { useSession } from '../../session/session-context.tsx';

/** Returns a function that downloads a conversation as a Markdown file; it loads its code when it is called. */
export function useExportConversation(): (roomId: string, title: string) => Promise<void> {
  const { t, i18n } = useTranslation('chat');
  const session = useSession();
  return useCallback(
    async (roomId, title) => {
      try {
        const [{ wholeConversation }, { conversationMarkdown }] = await Promise.all([
          import('../export/whole-conversation.ts'),
          import('../export/conversation-markdown.ts'),
        ]);
        const whole = await wholeConversation(session, roomId);
        const about = { title, t, language: i18n.language, meId: session.me.id };
        const text = conversationMarkdown({ ...whole, ...about });
        download(new Blob([text], { type: 'text/markdown' }), cleanFileName(`${cutText(title, 80)}.md`));
        if (whole.isCut) showNotice({ title: t('export.cut') });
      } catch {
        showNotice({ title: t('export.failed'), tone: 'danger' });
      }
    },
    [session, t, i18n.language],
  );
}
