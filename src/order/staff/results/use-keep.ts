import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Keeping {
  isBusy: boolean;
  /** Why the last command could not be kept. */
  problem: string | undefined;
  /** Keeps a command on this device. @returns whether it is kept */
  keep: (write: () => Promise<unknown>) => Promise<boolean>;
}

/** Keeps commands on this device until they are sent. What was typed for one that could not be kept stays. */
export function useKeep(): Keeping {
  const { t } = useTranslation('admin');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const keep: Keeping['keep'] = async (write) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await write();
      return true;
    } catch {
      setProblem(t('orders.notKept'));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, problem, keep };
}
