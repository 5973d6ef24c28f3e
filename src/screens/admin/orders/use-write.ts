import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Refused } from '../../../net/errors.ts';
import { failureOf } from '../../remote/remote.ts';

interface Writing {
  isBusy: boolean;
  /** Why the last try failed, and what is safe. */
  problem: string | undefined;
  /** Runs a write. @returns whether it took effect */
  run: (content: unknown, write: (key: string) => Promise<unknown>) => Promise<boolean>;
}

/**
 * Sends a write once. The same content keeps its idempotency key, so that trying again after a lost reply cannot take
 * effect twice.
 * @param onRefused called before the reason is shown; returns true when it shows it itself
 */
export function useWrite(onRefused?: (error: Refused) => boolean): Writing {
  const { t } = useTranslation('admin');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const last = useRef({ content: '', key: '' });
  const run: Writing['run'] = async (content, write) => {
    const text = JSON.stringify(content);
    if (last.current.content !== text) last.current = { content: text, key: crypto.randomUUID() };
    setBusy(true);
    setProblem(undefined);
    try {
      await write(last.current.key);
      last.current = { content: '', key: '' };
      return true;
    } catch (error) {
      const isShown = error instanceof Refused && onRefused?.(error) === true;
      if (!isShown) setProblem(t(`orders.failed.${failureOf(error).kind}`));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, problem, run };
}
