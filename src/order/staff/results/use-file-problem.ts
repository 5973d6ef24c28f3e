import { useTranslation } from 'react-i18next';
import { orderLimits } from '#domain/order/data/limits.ts';
import type { Reason } from '../../../db/view-types.ts';
import { sizeText } from '../../../chat/parts/file-bytes.ts';
import { isRefusedForParts, partIn, useReasonText } from '../../../i18n/reason-text.ts';

/** Problems with the file of a report that have other texts than those with an attachment: its limits differ. */
const own: ReadonlySet<string> = new Set(['FILE_TYPE', 'FILE_EMPTY', 'FILE_TOO_LARGE']);

/** Returns a function that says why a report cannot be added. */
export function useFileProblem(): (reason: Reason | null, file?: string) => string {
  const { t, i18n } = useTranslation('admin');
  const reasonText = useReasonText();
  return (reason, file = '') =>
    reason !== null && own.has(reason.code) && partIn(reason) === '' && !isRefusedForParts(reason)
      ? t(`results.fileProblem.${reason.code}`, { file, most: sizeText(i18n.language, orderLimits.reportBytes) })
      : reasonText(reason);
}
