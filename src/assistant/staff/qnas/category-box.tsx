import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isHardlyDifferent } from '#domain/assistant/knowledge/qna/categories.ts';
import { fitsSearch } from '#domain/ground/text-search.ts';
import { isComposing } from '../../../ui/form/composing.ts';
import { FieldNote } from '../../../ui/form/field.tsx';
import fieldStyles from '../../../ui/form/field.module.css';
import styles from './knowledges.module.css';

interface CategoryBoxProps {
  label: string;
  value: string;
  /** Names that exist already. */
  options: readonly string[];
  error: string | undefined;
  required: boolean;
  onChange: (text: string) => void;
}

/** Roles of the combobox pattern: the native elements would take the focus from the box. */
const boxRole = (list: string, isShown: boolean, active: string | undefined) =>
  ({
    role: 'combobox',
    'aria-expanded': isShown,
    'aria-controls': list,
    'aria-autocomplete': 'list',
    'aria-activedescendant': active,
  }) as const;
const listRole = { role: 'listbox' } as const;
const optionRole = (isActive: boolean) => ({ role: 'option', 'aria-selected': isActive }) as const;

let closeOpenList: (() => void) | undefined;

/** Closes the list that is open, so that Escape closes it before the dialog. @returns whether one was open */
export function closesOpenList(): boolean {
  const close = closeOpenList;
  close?.();
  return close !== undefined;
}

/** Chooses one of the categories that exist, or creates one: its name is typed. */
export function CategoryBox({ label, value, options, error, required, onChange }: CategoryBoxProps) {
  const { t } = useTranslation('admin');
  const id = useId();
  const { offered, isNew, isShown, active, open, close, choose, type, handleKey } = useOffer(value, options, onChange);
  return (
    <div className={`${fieldStyles.field} ${styles.categoryBox}`}>
      <div className={fieldStyles.head}>
        <label htmlFor={id} className={fieldStyles.label}>
          {label}
        </label>
      </div>
      <div className={fieldStyles.box} data-invalid={error !== undefined || undefined}>
        <input
          {...boxRole(`${id}-list`, isShown, isShown && active >= 0 ? `${id}-${active}` : undefined)}
          id={id}
          value={value}
          required={required}
          autoComplete="off"
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : `${id}-note`}
          onFocus={open}
          onClick={open}
          onBlur={close}
          onKeyDown={handleKey}
          onChange={({ target }) => type(target.value)}
        />
      </div>
      <FieldNote id={`${id}-note`} error={error} />
      <div {...listRole} id={`${id}-list`} aria-label={label} className={styles.options} hidden={!isShown}>
        {offered.map((name, at) => (
          <button
            key={name}
            id={`${id}-${at}`}
            type="button"
            {...optionRole(at === active)}
            tabIndex={-1}
            // The box keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(name)}
          >
            {isNew && at === offered.length - 1 ? t('qna.createCategory', { name }) : name}
          </button>
        ))}
      </div>
    </div>
  );
}

/** Returns what the list offers for the text in the box, which of it is active, and what opens and chooses it. */
function useOffer(value: string, options: readonly string[], onChange: (text: string) => void) {
  const [isOpen, setOpen] = useState(false);
  // All options are offered until something is typed.
  const [isTyped, setTyped] = useState(false);
  const [active, setActive] = useState(-1);
  const typed = value.trim();
  const fitting = isTyped ? options.filter((name) => fitsSearch(name, typed)) : options;
  const isNew = typed !== '' && !options.some((name) => name === typed || isHardlyDifferent(name, typed));
  const offered = isNew ? [...fitting, typed] : fitting;
  const isShown = isOpen && offered.length > 0;
  const open = () => setOpen(true);
  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  // Only a list that is seen can be closed. A form that closes by itself takes it along.
  useEffect(() => {
    if (!isShown) return undefined;
    closeOpenList = () => {
      setOpen(false);
      setActive(-1);
    };
    return () => void (closeOpenList = undefined);
  }, [isShown]);
  const choose = (name: string) => {
    onChange(name);
    setTyped(false);
    close();
  };
  const type = (text: string) => {
    onChange(text);
    setTyped(true);
    setActive(-1);
    open();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || isComposing(event)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const name = offered[active];
    if (step !== undefined) {
      event.preventDefault();
      const next = isOpen ? active + step : step === 1 ? 0 : offered.length - 1;
      setActive(Math.max(0, Math.min(offered.length - 1, next)));
      open();
    } else if (event.key === 'Enter' && isOpen && name !== undefined) {
      event.preventDefault();
      choose(name);
    }
  };
  return { offered, isNew, isShown, active, open, close, choose, type, handleKey };
}
