import { useTranslation } from 'react-i18next';
import { Refused } from '../../../net/errors.ts';
import { remoteFailureOf } from '../../../shell/remote/remote.ts';
import { type KeyedWrite, useKeyedWrite } from '../../../staff/keyed-write.ts';

interface QnaWriting extends Pick<KeyedWrite, 'isBusy' | 'problem'> {
  /** Runs a write. @returns its reply; undefined when it failed */
  run: <T>(content: unknown, write: (key: string) => Promise<T>) => Promise<T | undefined>;
}

/**
 * Sends a write of Q&As once, see `useKeyedWrite`.
 * @param onRefused called before the reason is shown; returns true when it shows it itself
 */
export function useQnaWrite(onRefused?: (error: Refused) => boolean): QnaWriting {
  const { t } = useTranslation('admin');
  const { isBusy, problem, run } = useKeyedWrite((error) => {
    if (error instanceof Refused && onRefused?.(error) === true) return undefined;
    const isStale = error instanceof Refused && error.code === 'STALE';
    return t(isStale ? 'qna.failed.stale' : `qna.failed.${remoteFailureOf(error).kind}`);
  });
  return { isBusy, problem, run: async (content, write) => (await run(content, write))?.reply };
}
