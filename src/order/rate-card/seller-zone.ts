import { useLiveQuery } from 'dexie-react-hooks';
import { keptTimeZone } from './kept-rate-card.ts';
import { useSession } from '../../session/session-context.tsx';

/** Returns the seller's time zone, in which the last day of a price ends, as documents and e-mails show it. */
export function useSellerZone(): string {
  const { db } = useSession();
  return useLiveQuery(() => keptTimeZone(db), [db]) ?? 'UTC';
}
