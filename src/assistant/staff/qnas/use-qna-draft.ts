import { useEffect, useRef, useState } from 'react';
import { clearDraft, draftOf, saveDraft } from '../../../db/drafts.ts';
import type { UserDb } from '../../../db/schema.ts';
import { useSession } from '../../../session/session-context.tsx';
import { registerTypingSaver } from '../../../session/typing-kept.ts';
import { isChanged, type TypedQna } from './qna-typed.ts';

/** Beginning of the keys of half-typed Q&As; then an id, or `new`, or `new/` and the question that was given. */
export const qnaDrafts = 'qna/';

/** Returns what was typed of a Q&A on this device and not saved; undefined for nothing. */
export function keptQna(db: UserDb, key: string): Promise<TypedQna | undefined> {
  return draftOf<TypedQna>(db, qnaDrafts + key);
}

/** State of the form. Each change is kept on this device, over a reload, until it is saved or discarded. */
export function useQnaDraft(key: string, initial: TypedQna) {
  const { db } = useSession();
  const [typed, setTyped] = useState(initial);
  const saving = useRef(Promise.resolve());
  useEffect(() => registerTypingSaver(() => saving.current), []);
  const keep = (work: Promise<void>) => {
    saving.current = work;
    // If this fails, the text stays on the screen, and a reload learns of it through `registerTypingSaver`.
    work.catch(() => undefined);
  };
  const change = (next: TypedQna) => {
    setTyped(next);
    keep(isChanged(next) ? saveDraft(db, qnaDrafts + key, next) : clearDraft(db, qnaDrafts + key));
  };
  /** Resolves when it is gone from this device, or could not be removed: then the list still names it. */
  const forget = async () => {
    const work = clearDraft(db, qnaDrafts + key);
    keep(work);
    await work.catch(() => undefined);
  };
  return { typed, change, forget };
}
