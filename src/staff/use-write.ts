import { useTranslation } from 'react-i18next';
import { Refused } from '../net/errors.ts';
import { remoteFailureOf } from '../shell/remote/remote.ts';
import { type KeyedWrite, useKeyedWrite } from './keyed-write.ts';

interface FormWrite extends Pick<KeyedWrite, 'isBusy' | 'problem'> {
  /** Runs a write. @returns whether it took effect */
  run: (content: unknown, write: (key: string) => Promise<unknown>) => Promise<boolean>;
}

/**
 * Sends a write of a form once, see `useKeyedWrite`.
 * @param onRefused called before the reason is shown; returns true when it shows it itself
 */
export function useWrite(onRefused?: (error: Refused) => boolean): FormWrite {
  const { t } = useTranslation('admin');
  const { isBusy, problem, run } = useKeyedWrite((error) => {
    const isShown = error instanceof Refused && onRefused?.(error) === true;
    return isShown ? undefined : t(`orders.failed.${remoteFailureOf(error).kind}`);
  });
  return { isBusy, problem, run: async (content, write) => (await run(content, write)) !== undefined };
}
