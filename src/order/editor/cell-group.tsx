import type { ClipboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { parsePath } from '#domain/order/fields/paths.ts';
import type { CellGroup as Group } from './cell-groups.ts';
import { FieldInput } from './field-input.tsx';
import { useEditor, type OrderEditor } from './order-editor.ts';
import { pastedColumn, type PastedValue } from './pasted-column.ts';
import fields from './field-group.module.css';
import opening from './opening-heading.module.css';
import styles from './cell-group.module.css';

interface CellGroupProps {
  group: Group;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

/** Group of the cell step that opens and closes; its heading counts the filled and the open fields. */
export function CellGroup({ group, isOpen, onToggle }: CellGroupProps) {
  const { t } = useTranslation('navigator');
  const editor = useEditor();
  const handlePaste = (event: ClipboardEvent) => {
    const start = event.target instanceof Element ? event.target.closest('[data-path]') : null;
    const paths = group.fields.map(({ path }) => path);
    const values = pastedColumn(event.clipboardData.getData('text'), paths, start?.getAttribute('data-path') ?? '');
    if (values === undefined) return;
    event.preventDefault();
    for (const value of values) fill(editor, value);
  };
  const name = t(`group.${group.code}`);
  return (
    <section className={styles.group}>
      <h3>
        <button type="button" className={opening.opener} aria-expanded={isOpen} onClick={() => onToggle(!isOpen)}>
          <span className={opening.name}>{name}</span>
          <Progress group={group} />
        </button>
      </h3>
      {isOpen && (
        <fieldset className={fields.fields} aria-label={name} onPaste={handlePaste}>
          {group.fields.map(({ path, field }) => (
            <FieldInput key={path} field={field} path={path} />
          ))}
        </fieldset>
      )}
    </section>
  );
}

function Progress({ group }: { group: Group }) {
  const { t } = useTranslation('navigator');
  return (
    <span className={styles.progress}>
      {t('cellGroups.all', { filled: group.filled, of: group.fields.length })}
      {group.open.length > 0 && (
        <span className={styles.open} data-tone="warn">
          {t('cellGroups.open', { count: group.open.length })}
        </span>
      )}
    </span>
  );
}

/** Writes a pasted value as if it were typed; a choice takes the option with this name. */
function fill(editor: OrderEditor, { path, text }: PastedValue): void {
  const place = parsePath(path);
  if (place?.is === 'field' && place.field.kind.is === 'choice') {
    const option = place.field.kind.options.find((each) => each.toLowerCase() === text.toLowerCase());
    if (option !== undefined) editor.choose(path, option);
    return;
  }
  editor.type(path, text);
  editor.leave(path);
}
