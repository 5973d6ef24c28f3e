import { useCallback } from 'react';
import type { LeftOut } from '#domain/chat.ts';
import { useReasonText } from './reason-text.ts';

/** Which files of a selection were not attached and why, one line for each reason; undefined where all were. */
export function useLeftOutText(): (leftOut: LeftOut) => string | undefined {
  const reasonText = useReasonText();
  return useCallback(
    (leftOut) =>
      leftOut.size === 0
        ? undefined
        : [...leftOut].map(([code, names]) => `${names.join(', ')}: ${reasonText({ code, message: code })}`).join('\n'),
    [reasonText],
  );
}
