import { useEffect, useRef, useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { waitingCount } from '../../db/unsent-commands.ts';
import { useSession, useSync } from '../../session/session-context.tsx';
import { LeavingDialog } from './leaving-dialog.tsx';

/** With a connection, commands just written get this time to be sent before the user is asked. */
const sendFirstMs = 1500;

/** Signs out at once when nothing is unsent. Otherwise it asks, and then signs out only by the user's choice. */
export function Leaving({ onLeave }: { onLeave: () => void }) {
  const { db } = useSession();
  const isOffline = useSync(({ phase }) => phase === 'offline');
  const counts = useLiveQuery(() => waitingCount(db), [db]);
  const [isSending, setSending] = useState(true);
  const [isAsked, setAsked] = useState(false);
  const [hasChosen, setChosen] = useState(false);
  const hasLeft = useRef(false);
  useEffect(() => {
    const timer = setTimeout(() => setSending(false), sendFirstMs);
    return () => clearTimeout(timer);
  }, []);
  const isClear = counts !== undefined && counts.waiting + counts.needYou === 0;
  if (counts !== undefined && !isClear && !isAsked && (isOffline || !isSending || counts.needYou > 0)) setAsked(true);
  const leaves = isClear && (!isAsked || hasChosen);
  useEffect(() => {
    if (!leaves || hasLeft.current) return;
    hasLeft.current = true;
    onLeave();
  }, [leaves, onLeave]);
  if (counts === undefined || leaves || !isAsked) return null;
  return <LeavingDialog counts={counts} onChosen={() => setChosen(true)} onLeave={onLeave} />;
}
