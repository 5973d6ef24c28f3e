import { attachmentTypeOf } from '../../ground/attachments.ts';
import { orderLimits } from '../data/limits.ts';

/** Files of test reports: of the types of attachments, and larger. */

/** Checks whether a file may be added as a report. @returns undefined when it may */
export function problemWithReportFile({
  name,
  size,
}: {
  name: string;
  size: number;
}): 'FILE_TYPE' | 'FILE_EMPTY' | 'FILE_TOO_LARGE' | undefined {
  if (attachmentTypeOf(name) === undefined) return 'FILE_TYPE';
  if (size === 0) return 'FILE_EMPTY';
  return size >= orderLimits.reportBytes ? 'FILE_TOO_LARGE' : undefined;
}
