import { useSyncExternalStore } from 'react';
import type { Json } from '#domain/ground/json.ts';
import type { Field } from '#domain/order/data/field.ts';
import { useEditor } from './order-editor.ts';
import type { TypedEntry } from './typed-fields.ts';
import { valueText } from '#domain/order/cell/value-text.ts';

/** Hooks that return what the control of a field shows now. They follow each key, before the rest of the wizard. */

/** Returns what is typed at this path; undefined where nothing is. */
export function useTypedEntry(path: string): TypedEntry | undefined {
  const { fields } = useEditor();
  return useSyncExternalStore(fields.subscribe, () => fields.typedAt(path));
}

/** Returns the value that the order has at this path. */
export function useStored(path: string): Json | undefined {
  const { fields } = useEditor();
  return useSyncExternalStore(fields.subscribe, () => fields.storedAt(path));
}

/** Returns the text in the control of a field: as typed, else the stored value. */
export function useShownText(field: Field, path: string): string {
  const typed = useTypedEntry(path);
  const stored = useStored(path);
  return typed?.text ?? valueText(field, stored);
}
