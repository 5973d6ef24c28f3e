import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Refused } from '../../../net/errors.ts';
import { failureOf } from '../../remote/remote.ts';

interface QnaWriting {
  isBusy: boolean;
  /** Why the last try failed, and what is safe. */
  problem: string | undefined;
  /** Runs a write. @returns its reply; undefined when it failed */
  run: <T>(content: unknown, write: (key: string) => Promise<T>) => Promise<T | undefined>;
}

/**
 * Sends a write once: the same content keeps its idempotency key, so that trying again after a lost reply cannot take
 * effect twice.
 * @param onRefused called before the reason is shown; returns true when it shows it itself
 */
export function useQnaWrite(onRefused?: (error: Refused) => boolean): QnaWriting {
  const { t } = useTranslation('admin');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const last = useRef({ content: '', key: '' });
  const run: QnaWriting['run'] = async (content, write) => {
    const text = JSON.stringify(content);
    if (last.current.content !== text) last.current = { content: text, key: crypto.randomUUID() };
    setBusy(true);
    setProblem(undefined);
    try {
      const reply = await write(last.current.key);
      last.current = { content: '', key: '' };
      return reply;
    } catch (error) {
      const isShown = error instanceof Refused && onRefused?.(error) === true;
      const isStale = error instanceof Refused && error.code === 'STALE';
      if (!isShown) setProblem(t(isStale ? 'qna.failed.stale' : `qna.failed.${failureOf(error).kind}`));
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, problem, run };
}
