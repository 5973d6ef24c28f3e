import { useEffect, useRef, type RefObject } from 'react';
import { isComposing } from './composing.ts';

/** Sends on Enter in a box for text. Shift+Enter adds a line break; Enter in an input method confirms what it lists. */
export function useEnterSends(box: RefObject<HTMLElement | null>, send: () => void): void {
  const sending = useRef(send);
  useEffect(() => {
    sending.current = send;
  });
  useEffect(() => (box.current === null ? undefined : listenForEnter(box.current, () => sending.current())), [box]);
}

/** Calls `send` for each Enter in the box. Returns a function that ends it. */
export function listenForEnter(box: EventTarget, send: () => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  /** Whether the last key was Enter in an input method. */
  let isConfirming = false;
  const handleKey = (event: KeyboardEvent) => {
    const isEnter = event.key === 'Enter' && !event.shiftKey;
    isConfirming = isEnter && isComposing(event);
    if (!isEnter || isConfirming) return;
    event.preventDefault();
    send();
  };
  const handleInput = (event: InputEvent) => {
    // Korean has nothing to confirm: on macOS its input method ends the syllable and lets the same Enter through.
    if (!isConfirming || !/^insert(LineBreak|Paragraph)$/.test(event.inputType)) return;
    isConfirming = false;
    event.preventDefault();
    // Later, because what ended the syllable is still under way.
    queueMicrotask(send);
  };
  box.addEventListener('keydown', (event) => handleKey(event as KeyboardEvent), { signal });
  box.addEventListener('beforeinput', (event) => handleInput(event as InputEvent), { signal });
  return () => ended.abort();
}
