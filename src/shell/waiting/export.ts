import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { cutText } from '#domain/ground/text.ts';
import { blobOf } from '../../db/files/blobs.ts';
import { showNotice } from '../../ui/notice/notice.tsx';
import { download } from '../../ui/download.ts';
import { useReasonText } from '../../i18n/reason-text.ts';
import { useSession } from '../../session/session-context.tsx';
import { fullTimeOf } from '../../i18n/times.ts';
import { exportAll, exportPage, type ExportedCommand } from './export-page.ts';
import type { WaitingCommand } from './waiting-commands.ts';
import { useCommandText } from './command-text.ts';

/** Returns a function that downloads one command as an HTML file with its text, reason and attachments. */
export function useExport(): (thing: WaitingCommand) => Promise<void> {
  const { t } = useTranslation('chat');
  const exported = useExported();
  return useCallback(
    async (thing) => {
      try {
        const page = await exported(thing);
        download(await exportPage(page), `${fileName(page.title)}.html`);
      } catch {
        showNotice({ title: t('waitingPage.exportFailed'), tone: 'danger' });
      }
    },
    [exported, t],
  );
}

/** Returns a function that downloads commands as one HTML file and resolves with whether it could be made. */
export function useExportAll(): (things: readonly WaitingCommand[]) => Promise<boolean> {
  const { t, i18n } = useTranslation('chat');
  const exported = useExported();
  return useCallback(
    async (things) => {
      const title = t('waitingPage.exportTitle', { time: fullTimeOf(i18n.language, Date.now()) });
      try {
        const pages = await Promise.all(things.map(exported));
        download(await exportAll(i18n.language, title, pages), `${fileName(title)}.html`);
        return true;
      } catch {
        showNotice({ title: t('waitingPage.exportFailed'), tone: 'danger' });
        return false;
      }
    },
    [exported, i18n.language, t],
  );
}

function useExported(): (thing: WaitingCommand) => Promise<ExportedCommand> {
  const { t, i18n } = useTranslation('chat');
  const { db } = useSession();
  const words = useCommandText();
  const reasonText = useReasonText();
  return useCallback(
    async (thing) => {
      const { item, files } = thing;
      const { title, lines } = words(thing);
      const kept = await Promise.all(
        files.map(async ({ name, sha256 }) => ({ name, bytes: (await blobOf(db, sha256)) ?? null })),
      );
      return {
        language: i18n.language,
        title,
        made: t('waitingPage.madeAt', { time: fullTimeOf(i18n.language, item.createdAt) }),
        reason: item.reason === null ? '' : t('waitingPage.reason', { reason: reasonText(item.reason) }),
        lines,
        filesTitle: t('waitingPage.filesTitle'),
        files: kept,
        gone: t('waitingPage.fileGone'),
      };
    },
    [db, i18n.language, reasonText, t, words],
  );
}

/** Returns a file name of letters, digits, spaces, `_` and `-`, without characters that file systems reject. */
function fileName(title: string): string {
  const plain = title.replace(/[^\p{L}\p{M}\p{N} _-]+/gu, ' ').replace(/\s+/g, ' ');
  return cutText(plain.trim(), 80);
}
