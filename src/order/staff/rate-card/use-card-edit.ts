import { useEffect, useRef, useState } from 'react';
import { clearDraft, draftOf, saveDraft } from '../../../db/drafts.ts';
import type { UserDb } from '../../../db/schema.ts';
import { useSession } from '../../../session/session-context.tsx';
import { registerTypingSaver } from '../../../session/typing-kept.ts';
import type { CardEdit } from './card-edit.ts';

const key = 'rate-card';

/** Returns the edit left on this device; undefined while there is none. */
export function keptEdit(db: UserDb): Promise<CardEdit | undefined> {
  return draftOf<CardEdit>(db, key);
}

/** State of the edit. Each change is saved on this device, so that it survives a reload. */
export function useCardEdit(initial: CardEdit): [CardEdit, (next: CardEdit) => void] {
  const { db } = useSession();
  const [edit, setEdit] = useState(initial);
  const saving = useRef(Promise.resolve());
  useEffect(() => registerTypingSaver(() => saving.current), []);
  const change = (next: CardEdit) => {
    setEdit(next);
    const isEmpty = next.note === '' && Object.keys(next.texts).length === 0;
    saving.current = isEmpty ? clearDraft(db, key) : saveDraft(db, key, next);
    // If this fails, the text stays on the screen, and a reload learns of it through `registerTypingSaver`.
    saving.current.catch(() => undefined);
  };
  return [edit, change];
}
