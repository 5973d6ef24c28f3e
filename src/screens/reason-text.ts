import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reason } from '../db/views.ts';

/** A refusal in the reader's language; the server's own words where the code is new. */
export function useReasonText(): (reason: Pick<Reason, 'code' | 'message'> | null) => string {
  const { t } = useTranslation('chat');
  return useCallback(
    (reason) => (reason === null ? t('reason.unknown') : t(`reason.${reason.code}`, { defaultValue: reason.message })),
    [t],
  );
}
