import { useTranslation } from 'react-i18next';
import { undoOf } from '#domain/order/design/design-changes.ts';
import type { ValueChange } from '#domain/order/fields/presets.ts';
import { showNotice } from '../../ui/notice/notice.tsx';
import { useEditor } from './order-editor.ts';

/** Returns a function that fills the open order with a designed cell, with a way back. */
export function useTakeDesign(): (changes: ValueChange[]) => Promise<void> {
  const { t } = useTranslation('navigator');
  const { doc, write } = useEditor();
  return async (changes) => {
    const before = undoOf(changes, doc);
    if (!(await write(changes))) return;
    const undo = { label: t('undo'), run: () => void write(before) };
    showNotice({ title: t('design.taken'), action: undo });
  };
}
