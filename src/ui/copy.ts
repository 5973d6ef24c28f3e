import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { showNotice } from './notice/notice.tsx';

/** Returns a function that copies text to the clipboard and shows a notice. */
export function useCopy(): (text: string) => void {
  const { t } = useTranslation('chat');
  return useCallback(
    (text) => {
      navigator.clipboard.writeText(text).then(
        () => showNotice({ title: t('copied'), tone: 'ok', duration: 2000 }),
        () => showNotice({ title: t('copyFailed'), tone: 'danger' }),
      );
    },
    [t],
  );
}
