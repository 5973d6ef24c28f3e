import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import CloudOff from 'lucide-react/icons/cloud-off';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { useSync } from './session-context.tsx';
import type { SyncState } from './sync-status.ts';

/**
 * Whether this device has the user's data from the server. `coming`: a pull that may bring it is under way. `awaited`:
 * no pull has ever completed on this device, and none is under way. `here`: otherwise; only then does an empty list
 * mean "none".
 */
export type Arrival = 'here' | 'coming' | 'awaited';

/** Returns the arrival for a sync state. */
export function arrivalOf({ phase, retryInMs, lastSyncedAt }: SyncState): Arrival {
  if (phase === 'catchingUp' || (phase === 'connecting' && retryInMs === null)) return 'coming';
  return lastSyncedAt === null ? 'awaited' : 'here';
}

/** Returns the arrival of the signed-in user's data. */
export function useArrival(): Arrival {
  return useSync(arrivalOf);
}

/**
 * Reason why this device does not have a row that an address names. `coming`: a pull that may bring it is under way.
 * `notHere`: there is no connection, so it cannot tell. `unknown`: the device has everything, so there is no such
 * row for this account.
 */
export type Absence = 'coming' | 'notHere' | 'unknown';

/** Returns the reason for a sync state. */
export function absenceOf(state: SyncState): Absence {
  if (state.phase === 'live') return 'unknown';
  return arrivalOf(state) === 'coming' ? 'coming' : 'notHere';
}

/** Returns the reason for the signed-in user's device now. */
export function useAbsence(): Absence {
  return useSync(absenceOf);
}

/** Returns whether the first pull ever is under way: until it completes, no page may say that something is missing. */
export function useIsFirstPull(): boolean {
  return useSync((state) => state.lastSyncedAt === null && arrivalOf(state) === 'coming');
}

interface IfArrivedProps {
  /** Shown while a pull that may bring the data is under way. */
  loading?: ReactNode;
  /** Shown when the list is really empty. */
  children: ReactNode;
}

/** Replaces an empty list: says that it is empty, or that its data has not arrived yet. */
export function EmptyOrAwaited({ loading = null, children }: IfArrivedProps) {
  const { t } = useTranslation();
  const arrival = useArrival();
  if (arrival === 'coming') return loading;
  if (arrival === 'here') return children;
  return (
    <EmptyState icon={<CloudOff />} title={t('notYetHere.title')}>
      {t('notYetHere.text')}
    </EmptyState>
  );
}
