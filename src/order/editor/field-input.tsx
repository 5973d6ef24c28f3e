import type { ClipboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field as OrderField } from '#domain/order/data/field.ts';
import { hazardLevels } from '#domain/order/data/hazard-levels.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { parsePath } from '#domain/order/fields/paths.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Select } from '../../ui/form/select.tsx';
import { CheckNotes } from './check-notes.tsx';
import { textOfCheck } from '../parts/check-text.ts';
import { ConflictNote } from './conflict-note.tsx';
import { DerivedNote } from './derived-note.tsx';
import { useEditor } from './order-editor.ts';
import { pastedList } from './pasted-column.ts';
import { useShownText, useStored, useTypedEntry } from './shown-field.ts';
import { ReadingChoice } from './reading-choice.tsx';
import { readingOf } from './typed-fields.ts';
import { problemOfTypedText } from './typed-problem.ts';
import { unitText } from '#domain/order/cell/unit-text.ts';
import { switchUnit, unitOf } from './unit-switch.ts';
import basics from '../../ui/basics.module.css';
import styles from './field-input.module.css';

interface FieldInputProps {
  field: OrderField;
  path: string;
}

/**
 * One field of the order: its control, and below it the help, derived values and any conflict. Check results are in a
 * row of their own below the row of the field, because sentences do not fit into a column.
 */
export function FieldInput({ field, path }: FieldInputProps) {
  const { t } = useTranslation('navigator');
  const editor = useEditor();
  const { explained } = editor;
  const handlePaste = (event: ClipboardEvent) => {
    const list = isList(field) ? pastedList(event.clipboardData.getData('text')) : undefined;
    if (list === undefined || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    // The column is one value of this field, and not one of each field below it.
    event.stopPropagation();
    const { value, selectionStart, selectionEnd } = event.target;
    const end = selectionEnd ?? value.length;
    editor.type(path, value.slice(0, selectionStart ?? end) + list + value.slice(end));
  };
  const label = t(`field.${field.key}`, { defaultValue: field.key });
  return (
    <>
      <div
        className={styles.cell}
        data-path={path}
        data-wide={isWide(field) || undefined}
        data-noted={isNoted(field) || undefined}
        onPaste={handlePaste}
      >
        <Control field={field} path={path} label={label} />
        {explained && (
          <div className={styles.help}>
            <p>{t(`definition.${field.key}`, { defaultValue: field.definition })}</p>
            <p>{t('basis', { basis: t(`basisOf.${field.key}`, { defaultValue: field.basis }) })}</p>
          </div>
        )}
        <ReadingChoice field={field} path={path} />
        <DerivedNote path={path} />
        <ConflictNote field={field} path={path} />
      </div>
      <CheckNotes path={path} about={label} />
    </>
  );
}

function isWide(field: OrderField): boolean {
  return field.kind.is === 'text' && field.kind.lines === true;
}

function isList({ kind }: OrderField): boolean {
  return kind.is === 'numbers' || kind.is === 'currents';
}

/** Whether the field takes a full row with its notes beside it: its derived values do not fit below one column. */
function isNoted(field: OrderField): boolean {
  return field.key === 'nominalCapacity_Ah';
}

interface ControlProps extends FieldInputProps {
  label: string;
}

function Control(props: ControlProps) {
  const { kind } = props.field;
  if (kind.is === 'choice') return <ChoiceControl {...props} options={kind.options} />;
  if (kind.is === 'flag') return <FlagControl {...props} />;
  if (kind.is === 'number' && kind.listed === true) return <LevelControl {...props} />;
  return kind.is === 'current' ? <CurrentControl {...props} /> : <TextControl {...props} />;
}

function ChoiceControl({ field, path, label, options }: ControlProps & { options: readonly string[] }) {
  const { t } = useTranslation('navigator');
  const editor = useEditor();
  const value = useStored(path);
  const fitting = fittingOf(field, path, editor.doc);
  return (
    <Select
      label={label}
      value={typeof value === 'string' ? value : ''}
      placeholder={t('choose')}
      options={options
        .filter((option) => option === value || (fitting?.includes(option) ?? true))
        .map((option) => ({
          value: option,
          label: t(`option.${field.key}.${option}`, { defaultValue: option }),
        }))}
      error={useMissing(path)}
      onChange={(chosen) => editor.choose(path, chosen === '' ? null : chosen)}
    />
  );
}

/** Returns the options that fit this order; undefined where all do. A stored option that does not fit stays shown. */
function fittingOf(field: OrderField, path: string, doc: OrderDoc): readonly string[] | undefined {
  const place = parsePath(path);
  return field.fitting?.(doc, place?.is === 'field' ? place.item : '');
}

function FlagControl({ path, label }: ControlProps) {
  const { choose } = useEditor();
  const value = useStored(path);
  return <Checkbox label={label} checked={value === true} onChange={(checked) => choose(path, checked)} />;
}

/** Control of a hazard level: its number with its name. */
function LevelControl({ path, label: name }: ControlProps) {
  const { t } = useTranslation('navigator');
  const editor = useEditor();
  const value = useStored(path);
  const hint = hazardLevels.find(({ level }) => level === value);
  return (
    <Select
      label={name}
      value={typeof value === 'number' ? String(value) : ''}
      placeholder={t('choose')}
      options={hazardLevels.map(({ level, label }) => ({
        value: String(level),
        label: t(`hazard.${level}`, { defaultValue: label }),
      }))}
      hint={hint === undefined ? undefined : t(`hazardMeans.${hint.level}`, { defaultValue: hint.definition })}
      error={useMissing(path)}
      onChange={(chosen) => editor.choose(path, chosen === '' ? null : Number(chosen))}
    />
  );
}

function TextControl({ field, path, label }: ControlProps) {
  const { t } = useTranslation('navigator');
  const editor = useEditor();
  const text = useShownText(field, path);
  const unit = field.shown?.unit ?? field.unit;
  return (
    <Field
      label={label}
      value={text}
      kind={kindOf(field)}
      unit={unit === '' ? undefined : unitText(t, unit, 2)}
      lines={isWide(field) ? 6 : 1}
      autoComplete="off"
      hint={t(`hint.${field.key}`, { defaultValue: '' }) || undefined}
      {...useTypedNotes(path)}
      onChange={(typed) => editor.type(path, typed)}
      onBlur={() => editor.leave(path)}
    />
  );
}

function kindOf(field: OrderField): 'text' | 'decimal' | 'integer' {
  if (field.kind.is !== 'number') return 'text';
  return field.kind.whole === true ? 'integer' : 'decimal';
}

/** Control of a current: a number, and a button that switches between amperes and multiples of the capacity. */
function CurrentControl({ field, path, label }: ControlProps) {
  const { t } = useTranslation('navigator');
  const editor = useEditor();
  const text = useShownText(field, path);
  const unit = unitOf(text);
  const number = text.replace(/\s*[AC]$/, '');
  const other = unit === 'A' ? 'C' : 'A';
  const switched = switchUnit(editor.doc, path, text, editor.switched.get(path));
  const handleSwitch = () => {
    if (switched === undefined) return;
    editor.switched.set(path, switched);
    editor.type(path, switched.to);
    editor.leave(path);
  };
  return (
    <div className={basics.lines}>
      <Field
        label={label}
        value={number}
        unit={unit}
        autoComplete="off"
        {...useTypedNotes(path)}
        onChange={(typed) => editor.type(path, `${typed} ${unit}`)}
        onBlur={() => editor.leave(path)}
      />
      <button
        type="button"
        className={styles.switch}
        disabled={switched === undefined}
        title={switched === undefined ? t('switchUnread', { unit: other }) : undefined}
        onClick={handleSwitch}
      >
        {t('switchUnit', { unit: other, field: label })}
      </button>
    </div>
  );
}

/** Returns the line under a typed value: why it is not accepted, or how it was read if that differs from the text. */
function useTypedNotes(path: string): { error: string | undefined; hint?: string } {
  const { t } = useTranslation('navigator');
  const missing = useMissing(path);
  const entry = useTypedEntry(path);
  const reading = entry === undefined ? undefined : readingOf(path, entry.text);
  if (reading === undefined) return { error: missing };
  if ('problem' in reading) return { error: problemOfTypedText(t, path, entry?.text ?? '') };
  const read = reading.comma ?? reading.read;
  if (read !== undefined) return { error: undefined, hint: t('commaRead', { value: read }) };
  return { error: missing };
}

/** Returns the error text of a missing required value, once the user has left the step or visited the review step. */
function useMissing(path: string): string | undefined {
  const { t, i18n } = useTranslation('navigator');
  const { checks, strict } = useEditor();
  const missing = strict ? checks.find((check) => check.path === path && check.code === 'REQUIRED') : undefined;
  return missing && textOfCheck(missing, t, i18n.language);
}
