import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/**
 * Whether a key belongs to an input method: while Korean or Japanese is composed, Enter, the arrows and Escape are its
 * keys. Each handler of these keys that text fields can reach ignores such a key. Safari ends the composition before it
 * reports the key, and then only the code 229 identifies it.
 */
export function isComposing(event: KeyboardEvent | ReactKeyboardEvent): boolean {
  const key = 'nativeEvent' in event ? event.nativeEvent : event;
  return key.isComposing || key.keyCode === 229;
}
