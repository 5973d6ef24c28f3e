import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { blobOf } from '../../db/blobs.ts';
import { showNotice } from '../../ui/notice.tsx';
import { download } from '../messenger/file-bytes.ts';
import { useReasonText } from '../reason-text.ts';
import { useSession } from '../session-context.tsx';
import { fullTimeOf } from '../times.ts';
import { exportPage } from './export-page.ts';
import type { WaitingThing } from './waiting-things.ts';
import { useWords } from './words.ts';

/** Downloads a waiting thing as one file: its text, its reason, and its attachments inside. */
export function useExport(): (thing: WaitingThing) => Promise<void> {
  const { t, i18n } = useTranslation('chat');
  const { db } = useSession();
  const words = useWords();
  const reasonText = useReasonText();
  return useCallback(
    async (thing) => {
      const { item, files } = thing;
      const { title, lines } = words(thing);
      try {
        const kept = await Promise.all(
          files.map(async ({ name, sha256 }) => ({ name, bytes: (await blobOf(db, sha256)) ?? null })),
        );
        const page = await exportPage({
          language: i18n.language,
          title,
          made: t('waitingPage.madeAt', { time: fullTimeOf(i18n.language, item.createdAt) }),
          reason: item.reason === null ? '' : t('waitingPage.reason', { reason: reasonText(item.reason) }),
          lines,
          filesTitle: t('waitingPage.filesTitle'),
          files: kept,
          gone: t('waitingPage.fileGone'),
        });
        download(page, `${fileName(title)}.html`);
      } catch {
        showNotice({ title: t('waitingPage.exportFailed'), tone: 'danger' });
      }
    },
    [db, i18n.language, reasonText, t, words],
  );
}

/** Letters, digits and spaces of any language; nothing a file system minds. */
function fileName(title: string): string {
  return title
    .replace(/[^\p{L}\p{N} _-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 80);
}
