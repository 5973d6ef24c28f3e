import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from '@xstate/react';
import CloudOff from 'lucide-react/icons/cloud-off';
import type { SyncContext } from '../machines/sync.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { useSession } from '../session/session-context.tsx';

/**
 * Whether what the server has for this person lies on this device: `coming` while the first answer of this visit is under
 * way; `awaited` when none has ever come and none is under way; else `here`. Only then does an empty list mean "none".
 */
export type Arrival = 'here' | 'coming' | 'awaited';

/** Takes the state of the exchange with the server; gives whether its rows are here. */
export function arrivalOf({ phase, retryInMs, lastSyncedAt }: SyncContext): Arrival {
  if (phase === 'catchingUp' || (phase === 'connecting' && retryInMs === null)) return 'coming';
  return lastSyncedAt === null ? 'awaited' : 'here';
}

/** How it stands with the rows of the person signed in. */
export function useArrival(): Arrival {
  return useSelector(useSession().sync, ({ context }) => arrivalOf(context));
}

/** Whether the very first answer of the server is under way: until it comes, nothing says that something is not there. */
export function useFirstArrival(): boolean {
  return useSelector(useSession().sync, ({ context }) => {
    return context.lastSyncedAt === null && arrivalOf(context) === 'coming';
  });
}

interface IfArrivedProps {
  /** Shown while the first answer of this visit is under way. */
  loading?: ReactNode;
  /** One action, for what can be begun all the same. */
  action?: ReactNode;
  /** What is said of a list that is really empty. */
  children: ReactNode;
}

/** In place of an empty list: that it is empty, or that it is not known yet. */
export function IfArrived({ loading = null, action, children }: IfArrivedProps) {
  const { t } = useTranslation();
  const arrival = useArrival();
  if (arrival === 'coming') return loading;
  if (arrival === 'here') return children;
  return (
    <EmptyState icon={<CloudOff />} title={t('notYetHere.title')} action={action}>
      {t('notYetHere.text')}
    </EmptyState>
  );
}
