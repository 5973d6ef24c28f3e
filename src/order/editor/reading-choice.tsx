import { useTranslation } from 'react-i18next';
import type { Field } from '#domain/order/data/field.ts';
import { Button } from '../../ui/button.tsx';
import { useEditor } from './order-editor.ts';
import { useTypedEntry } from './shown-field.ts';
import { choicesOf } from '../parts/value-text.ts';
import styles from './check-notes.module.css';
import own from './conflict-note.module.css';

/** Shows both readings of a typed text such as 1,234; the user chooses one, and the text stays until then. */
export function ReadingChoice({ field, path }: { field: Field; path: string }) {
  const { t } = useTranslation('navigator');
  const { choose } = useEditor();
  const typed = useTypedEntry(path);
  const choices = typed === undefined ? [] : choicesOf(field, path, typed.text);
  if (choices.length === 0) return null;
  return (
    <fieldset className={styles.note} data-tone="warn" aria-label={t('twoWays.label')}>
      <div>
        <p>{t('twoWays.ask', { text: typed?.text.trim() })}</p>
        <div className={own.choices}>
          {choices.map(({ value, text }) => (
            <Button key={text} small onClick={() => choose(path, value)}>
              {text}
            </Button>
          ))}
        </div>
      </div>
    </fieldset>
  );
}
