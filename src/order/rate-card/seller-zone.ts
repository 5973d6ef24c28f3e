import { useLiveQuery } from 'dexie-react-hooks';
import { keptTimeZone } from './kept-rate-card.ts';
import { useSession } from '../../session/session-context.tsx';

/** Returns the seller's time zone, in which a price is binding until the end of its last day, as documents and e-mails show it. */
export function useSellerZone(): string {
  const { db } = useSession();
  return useLiveQuery(() => keptTimeZone(db), [db]) ?? 'UTC';
}
