import { useEffect, useRef, useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { clearDraft, draftOf, saveDraft } from '../../../db/drafts.ts';
import { useSession } from '../../../session/session-context.tsx';
import { registerTypingSaver } from '../../../session/typing-kept.ts';

/** Texts that an expert has typed at the pieces of a document, by the number of the piece. */
export type PieceEdits = Readonly<Record<number, { question?: string; answer?: string }>>;

interface Edits {
  /** Undefined until they are read from this device. */
  edits: PieceEdits | undefined;
  change: (next: PieceEdits) => void;
}

/** Edits of a document's pieces. Each change is saved on this device, so that it survives a reload. */
export function usePieceEdits(documentId: string): Edits {
  const { db } = useSession();
  const key = `knowledge-document ${documentId}`;
  const kept = useLiveQuery(async () => (await draftOf<PieceEdits>(db, key)) ?? {}, [db, key]);
  const [typed, setTyped] = useState<PieceEdits>();
  const saving = useRef(Promise.resolve());
  useEffect(() => registerTypingSaver(() => saving.current), []);
  return {
    edits: typed ?? kept,
    change(next) {
      setTyped(next);
      saving.current = Object.keys(next).length === 0 ? clearDraft(db, key) : saveDraft(db, key, next);
      // If this fails, the text stays on the screen, and a reload learns of it through `registerTypingSaver`.
      saving.current.catch(() => undefined);
    },
  };
}
