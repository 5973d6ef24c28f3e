import { useEffect, useRef, useState } from 'react';
import { clearDraft, saveDraft } from '../../../db/drafts.ts';
import { useSession } from '../../../session/session-context.tsx';
import { registerTypingSaver } from '../../../session/typing-kept.ts';
import type { TreeEdit } from './tree-edit.ts';

/** State of the edit; undefined while nothing is changed. Each change is saved on this device and survives a reload. */
export function useTreeEdit(key: string, kept: TreeEdit | undefined) {
  const { db } = useSession();
  const [edit, setEdit] = useState(kept);
  const saving = useRef(Promise.resolve());
  useEffect(() => registerTypingSaver(() => saving.current), []);
  const change = (next: TreeEdit | undefined) => {
    setEdit(next);
    saving.current = next === undefined ? clearDraft(db, key) : saveDraft(db, key, next);
    // What is on the screen stays there; a reload asks again, see `registerTypingSaver`.
    saving.current.catch(() => undefined);
  };
  return [edit, change] as const;
}
