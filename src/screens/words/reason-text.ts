import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reason } from '../../db/views.ts';
import { dayEndOf } from './times.ts';

/** A refusal in the reader's language; the server's own words where the code is new. */
export function useReasonText(): (reason: Reason | null) => string {
  const { t, i18n } = useTranslation('chat');
  return useCallback(
    (reason) =>
      reason === null
        ? t('reason.unknown')
        : filesIn(reason) +
          t(`reason.${nameOf(reason)}`, { defaultValue: reason.message, dayEnd: dayEndOf(i18n.language, Date.now()) }),
    [t, i18n],
  );
}

/** The files a refusal is about, before it. */
function filesIn({ details }: Reason): string {
  const files = typeof details === 'object' && details !== null && 'files' in details ? details.files : undefined;
  return Array.isArray(files) && files.length > 0 ? `${files.join(', ')}: ` : '';
}

/** Which text it is; of a quota there is one for each, because each leads to something else. */
function nameOf({ code, details }: Reason): string {
  const facts = typeof details === 'object' && details !== null ? details : {};
  if (code === 'QUOTA_EXCEEDED' && 'quota' in facts) return `${code}_${String(facts.quota)}`;
  // The order was a draft when its fields were changed, and is none any more.
  if (code === 'ILLEGAL_TRANSITION' && 'fields' in facts) return `${code}_fields`;
  return code;
}
