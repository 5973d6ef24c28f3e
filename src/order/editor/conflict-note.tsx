import { useTranslation } from 'react-i18next';
import type { Json } from '#domain/ground/json.ts';
import { decidedWith, decisionOf } from '#domain/order/life/conflict-sets.ts';
import type { Field } from '#domain/order/data/field.ts';
import { Button } from '../../ui/button.tsx';
import { useMe } from '../../session/session-context.tsx';
import { conflictText } from '../parts/colleague-words.ts';
import { useEditor } from './order-editor.ts';
import { valueWithUnit } from '#domain/order/cell/unit-text.ts';
import styles from './check-notes.module.css';
import own from './conflict-note.module.css';

/** Conflict of two values written into one field: shows both, and the user chooses one. */
export function ConflictNote({ field, path }: { field: Field; path: string }) {
  const { t } = useTranslation('navigator');
  const { order, write } = useEditor();
  const me = useMe();
  const conflict = order?.conflicts.find((each) => each.path === path);
  if (order === null || conflict === undefined) return null;
  const shown = (value: Json) => (value === null ? t('conflict.empty') : valueWithUnit(t, field, value));
  const mine = shown(conflict.mine);
  const kept = shown(conflict.theirs);
  const further = decidedWith(order.conflicts, path).length;
  const decide = (side: 'mine' | 'theirs') => void write(decisionOf(order.conflicts, path, side));
  return (
    <fieldset className={styles.note} data-tone="warn" aria-label={t('conflict.label')}>
      <div>
        <p>{conflictText(t, { order, conflict, me: me.id }, { mine, kept })}</p>
        {further > 0 && <p>{t('conflict.further', { count: further })}</p>}
        <div className={own.choices}>
          <Button small onClick={() => decide('theirs')}>
            {t('conflict.keep', { value: kept })}
          </Button>
          <Button small onClick={() => decide('mine')}>
            {t('conflict.use', { value: mine })}
          </Button>
        </div>
      </div>
    </fieldset>
  );
}
