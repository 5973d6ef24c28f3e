import { useCallback } from 'react';
import type { RejectedFiles } from '#domain/ground/attachments.ts';
import { useReasonText } from './reason-text.ts';

/** Returns a function that lists the files left out, one line per reason; its result is undefined without any. */
export function useLeftOutText(): (leftOut: RejectedFiles) => string | undefined {
  const reasonText = useReasonText();
  return useCallback(
    (leftOut) =>
      leftOut.size === 0
        ? undefined
        : [...leftOut].map(([code, names]) => `${names.join(', ')}: ${reasonText({ code, message: code })}`).join('\n'),
    [reasonText],
  );
}
