import { attachmentTypeOf, attachmentTypes } from '../../ground/attachments.ts';
import { orderLimits } from '../data/limits.ts';

/** Files of test reports: what an attachment may be, and tables of measured values, and larger ones. */

const csv = 'csv';

/** Accepted files as the `accept` attribute of a file input. */
export const acceptedReports = [...Object.keys(attachmentTypes), csv].map((extension) => `.${extension}`).join(',');

/** Looks up a report's content type by its file extension. @returns undefined when the type is not accepted */
export function reportTypeOf(name: string): string | undefined {
  return name.toLowerCase().endsWith(`.${csv}`) ? 'text/csv' : attachmentTypeOf(name);
}

/** Checks whether a file may be added as a report. @returns undefined when it may */
export function problemWithReportFile({
  name,
  size,
}: {
  name: string;
  size: number;
}): 'FILE_TYPE' | 'FILE_EMPTY' | 'FILE_TOO_LARGE' | undefined {
  if (reportTypeOf(name) === undefined) return 'FILE_TYPE';
  if (size === 0) return 'FILE_EMPTY';
  return size >= orderLimits.reportBytes ? 'FILE_TOO_LARGE' : undefined;
}
