import { useEffect } from 'react';
import { useDiscard } from '../undo/discard.ts';
import { undoNewest } from '../undo/undo-burst.ts';

/** Takes a thing out of the queue; for some seconds a button puts it back, and Control+Z one thing after the other. */
export function useDiscardHere(): (cmdId: string, title: string) => Promise<void> {
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
