import { useTranslation } from 'react-i18next';
import { useAttempt } from '../../../ui/use-attempt.ts';

interface KeepCalls {
  isBusy: boolean;
  /** Reason why the last command could not be kept. */
  problem: string | undefined;
  /** Keeps a command on this device. @returns whether it is kept */
  keep: (write: () => Promise<unknown>) => Promise<boolean>;
}

/** Keeps commands on this device until they are sent. The text typed for one that could not be kept stays. */
export function useKeep(): KeepCalls {
  const { t } = useTranslation('admin');
  const { isBusy, problem, run } = useAttempt(() => t('orders.notKept'));
  return { isBusy, problem, keep: async (write) => (await run(write)) !== undefined };
}
