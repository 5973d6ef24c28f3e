import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readFigureText } from '#domain/ground/figure/read-figure.ts';
import type { FieldProblem } from '#domain/ground/errors.ts';
import type { BilingualText } from '#domain/quantities/words.ts';
import { Field } from '../../../ui/form/field.tsx';

/** Inputs of the forms for rows of a tree. */

/** Returns the text of the problem at a path; undefined when there is none. */
export function useProblemAt(problems: readonly FieldProblem[]): (path: string) => string | undefined {
  const { t } = useTranslation('admin');
  return (path) => {
    const found = problems.find((problem) => problem.path === path);
    return found === undefined ? undefined : t(`finder.problem.${found.code}`);
  };
}

interface WordsFieldProps {
  label: string;
  words: BilingualText;
  path: string;
  problems: readonly FieldProblem[];
  lines?: number;
  onChange: (words: BilingualText) => void;
}

/** A text in both languages. */
export function WordsField({ label, words, path, problems, lines = 1, onChange }: WordsFieldProps) {
  const { t } = useTranslation('admin');
  const at = useProblemAt(problems);
  return (
    <>
      <Field
        label={t('finder.inEnglish', { label })}
        value={words.en}
        lines={lines}
        error={at(`${path}/en`)}
        onChange={(en) => onChange({ ...words, en })}
      />
      <Field
        label={t('finder.inKorean', { label })}
        value={words.ko}
        lines={lines}
        error={at(`${path}/ko`)}
        onChange={(ko) => onChange({ ...words, ko })}
      />
    </>
  );
}

interface EntriesFieldProps {
  label: string;
  ids: readonly string[];
  entries: readonly [id: string, question: string][];
  error: string | undefined;
  onChange: (ids: string[]) => void;
}

/** Ids of entries, typed with commas between them; below, the questions they stand for. */
export function EntriesField({ label, ids, entries, error, onChange }: EntriesFieldProps) {
  const { t } = useTranslation('admin');
  const [text, setText] = useState(ids.join(', '));
  const questions = ids.map((id) => `${id}: ${entries.find(([entry]) => entry === id)?.[1] ?? t('finder.noEntry')}`);
  const handleText = (typed: string) => {
    setText(typed);
    onChange(typed.split(/[\s,;]+/).filter((id) => id !== ''));
  };
  return (
    <Field
      label={label}
      value={text}
      error={error === undefined ? undefined : `${error} ${questions.join(' · ')}`}
      hint={questions.join(' · ')}
      onChange={handleText}
    />
  );
}

interface NumberFieldProps {
  label: string;
  value: number | undefined;
  unit?: string;
  error?: string | undefined;
  onChange: (value: number | undefined) => void;
}

/** Field for a number; empty means none. A text that is no number or can be read in two ways is shown as wrong. */
export function NumberField({ label, value, unit, error, onChange }: NumberFieldProps) {
  const { t } = useTranslation('admin');
  const [text, setText] = useState(value === undefined ? '' : String(value));
  const reading = text.trim() === '' ? undefined : readFigureText(text, { writesPoint: true });
  const wrong = reading === undefined || 'value' in reading ? undefined : 'either' in reading ? 'SEPARATORS' : 'NUMBER';
  const handleText = (typed: string) => {
    setText(typed);
    if (typed.trim() === '') return onChange(undefined);
    const read = readFigureText(typed, { writesPoint: true });
    if ('value' in read) onChange(read.value);
  };
  return (
    <Field
      label={label}
      kind="decimal"
      unit={unit}
      value={text}
      error={wrong === undefined ? error : t(`finder.problem.${wrong}`)}
      onChange={handleText}
    />
  );
}
