import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import type { AnswerCalculation } from '#domain/chat/chat.ts';
import { problemText } from '#domain/assistant/calculation/answer-text.ts';
import { quantityText, unitName } from '#domain/quantities/quantity-texts.ts';
import type { Formula, Input } from '#domain/assistant/calculation/formula.ts';
import { formulaOf } from '#domain/assistant/calculation/formulas.ts';
import { unitsOf } from '#domain/quantities/units.ts';
import { textIn, type BilingualText } from '#domain/quantities/words.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Field } from '../../ui/form/field.tsx';
import {
  type TypedInput,
  type TypedValues,
  initialValuesOf,
  switchUnit,
  type CalculatorResult,
  calculate,
} from './calculator-values.ts';
import styles from './answer.module.css';

interface CalculatorProps {
  /** Id of the question; the values typed for it are kept while the page lives. */
  questionId: string;
  calculation: AnswerCalculation;
}

/** Values typed into the calculators of this page, by question. They are never sent. */
const kept = new Map<string, TypedValues>();

/** The calculation of an answer, with editable inputs and a live result. Renders nothing for an unknown formula. */
export function Calculator({ questionId, calculation }: CalculatorProps) {
  const formula = formulaOf(calculation.formula);
  return formula === undefined ? null : <Inputs questionId={questionId} formula={formula} calculation={calculation} />;
}

function Inputs({ questionId, formula, calculation }: CalculatorProps & { formula: Formula }) {
  const { t } = useTranslation('chat');
  const say = useWords();
  const first = initialValuesOf(formula, calculation);
  const [edited, setEdited] = useState(kept.get(questionId));
  const typed = edited ?? first;
  const result = calculate(formula, typed);
  const set = (values: TypedValues | undefined) => {
    if (values === undefined) kept.delete(questionId);
    else kept.set(questionId, values);
    setEdited(values);
  };
  return (
    <section className={styles.calculator} aria-label={say(formula.title)}>
      <h3>{say(formula.title)}</h3>
      <div className={styles.calculatorInputs}>
        {formula.inputs.map((input) => {
          const value = typed[input.key];
          return value === undefined ? null : (
            <InputRow
              key={input.key}
              input={input}
              typed={value}
              problem={result.inputs[input.key]}
              onChange={(next) => set({ ...typed, [input.key]: next })}
            />
          );
        })}
      </div>
      <Results result={result} />
      {edited !== undefined && (
        <Button small icon={<RotateCcw aria-hidden />} onClick={() => set(undefined)}>
          {t('calculation.reset')}
        </Button>
      )}
    </section>
  );
}

interface InputRowProps {
  input: Input;
  typed: TypedInput;
  problem: CalculatorResult['inputs'][string] | undefined;
  onChange: (typed: TypedInput) => void;
}

function InputRow({ input, typed, problem, onChange }: InputRowProps) {
  const { t } = useTranslation('chat');
  const say = useWords();
  const isKorean = useIsKorean();
  const units = unitsOf(input.dimension);
  const label = say(input.label);
  const range = problemText({ kind: 'range', input }, isKorean);
  const texts = {
    empty: t('calculation.empty'),
    number: t('calculation.number'),
    separators: t('calculation.separators'),
    range,
  };
  return (
    <div className={styles.calculatorInput}>
      <Field
        label={label}
        kind="decimal"
        value={typed.text}
        onChange={(text) => onChange({ ...typed, text, isAssumed: false })}
        error={problem === undefined || problem === 'empty' ? undefined : texts[problem]}
        hint={problem === 'empty' ? texts.empty : undefined}
        unit={units.length > 1 ? undefined : unitName(typed.unit, isKorean)}
        aside={typed.isAssumed ? <Chip tone="info">{t('calculation.assumed')}</Chip> : undefined}
      />
      {units.length > 1 && (
        <select
          className={styles.calculatorUnit}
          aria-label={t('calculation.unit', { label })}
          value={typed.unit}
          onChange={(event) => onChange(switchUnit(input, typed, event.target.value))}
        >
          {units.map(({ name }) => (
            <option key={name} value={name}>
              {unitName(name, isKorean)}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

/** The results, announced as they change. */
function Results({ result }: { result: CalculatorResult }) {
  const { t } = useTranslation('chat');
  const say = useWords();
  const isKorean = useIsKorean();
  return (
    <output className={styles.results} aria-live="polite">
      {result.problem !== undefined && <p>{problemText(result.problem, isKorean)}</p>}
      {result.problem === undefined && result.outputs.length === 0 && <p>{t('calculation.none')}</p>}
      {result.outputs.map(({ output, value }) => (
        <span key={output.key} className={styles.result}>
          <span>{say(output.label)}</span>
          <strong>{quantityText(output, value, isKorean)}</strong>
        </span>
      ))}
    </output>
  );
}

/** Returns the text of a label in the language of the screen. */
function useWords(): (words: BilingualText) => string {
  const isKorean = useIsKorean();
  return (words) => textIn(words, isKorean);
}

function useIsKorean(): boolean {
  const { i18n } = useTranslation();
  return i18n.language.startsWith('ko');
}
