import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '../../../staff/use-write.ts';

/** Sends a write once, see `useWrite`; a refusal is said in the words of the knowledge center. */
export function useSend(): ReturnType<typeof useWrite> {
  const { t } = useTranslation('center');
  const [refused, setRefused] = useState<string>();
  const { isBusy, problem, run } = useWrite(({ code }) => {
    setRefused(t(`refused.${known.has(code) ? code : 'other'}`));
    return true;
  });
  return {
    isBusy,
    problem: refused ?? problem,
    run: async (content, write) => {
      setRefused(undefined);
      return await run(content, write);
    },
  };
}

const known = new Set(['STALE', 'INVALID', 'NOT_FOUND', 'FORBIDDEN']);
