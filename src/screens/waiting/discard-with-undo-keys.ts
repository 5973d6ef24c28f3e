import { useEffect } from 'react';
import { useDiscard } from '../undo/discard.ts';
import { undoNewest } from '../undo/undo-burst.ts';

/** Returns a function that discards a command and offers undo: a button restores all, Control+Z the newest. */
export function useDiscardWithUndoKeys(): (cmdId: string, title: string) => Promise<void> {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
      if (isUndo && !isTyping && undoNewest()) event.preventDefault();
    };
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, []);
  return useDiscard();
}
