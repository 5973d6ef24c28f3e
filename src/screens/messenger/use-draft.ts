import { useCallback, useEffect, useRef, useState } from 'react';
import { clearDraft, draftOf, saveDraft } from '../../db/drafts.ts';
import { useSession } from '../session-context.tsx';
import { keepTyping } from '../typing-kept.ts';

interface Kept {
  text: string;
  files: File[];
}

const nothing: Kept = { text: '', files: [] };
const saveAfterMs = 300;

/** What is being written in one place, kept on this device until it is sent: text soon after typing, files at once. Key the component by it. */
export function useDraft(key: string) {
  const { db } = useSession();
  const [value, setValue] = useState<Kept>(nothing);
  const latest = useRef<Kept>(nothing);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const saveNow = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const { text, files } = latest.current;
    return text === '' && files.length === 0 ? clearDraft(db, key) : saveDraft(db, key, latest.current);
  }, [db, key]);
  // A full disk must not stop the typing; sending says when something could not be kept.
  const save = useCallback(() => saveNow().catch(() => undefined), [saveNow]);

  useEffect(() => {
    let left = false;
    const load = async () => {
      const kept = await draftOf<Kept>(db, key);
      // What was typed before the draft was read wins.
      if (left || kept === undefined || latest.current !== nothing) return;
      latest.current = kept;
      setValue(kept);
    };
    load().catch(() => undefined);
    const leave = () => timer.current !== undefined && void save();
    document.addEventListener('visibilitychange', leave);
    return () => {
      left = true;
      document.removeEventListener('visibilitychange', leave);
      leave();
    };
  }, [db, key, save]);

  // What has not been touched is on the disk as it is.
  useEffect(() => keepTyping(async () => (latest.current === nothing ? undefined : await saveNow())), [saveNow]);

  const change = useCallback((next: Kept) => {
    latest.current = next;
    setValue(next);
  }, []);

  const setText = useCallback(
    (text: string) => {
      change({ ...latest.current, text });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), saveAfterMs);
    },
    [change, save],
  );

  const setFiles = useCallback(
    (next: (before: File[]) => File[]) => {
      change({ ...latest.current, files: next(latest.current.files) });
      void save();
    },
    [change, save],
  );

  /** Takes out what has been sent, and only that: the next message may have been begun meanwhile. */
  const sent = useCallback(
    (text: string, files: File[]) => {
      const now = latest.current;
      change({ text: now.text === text ? '' : now.text, files: now.files.filter((file) => !files.includes(file)) });
      return save();
    },
    [change, save],
  );

  return { ...value, setText, setFiles, sent };
}
