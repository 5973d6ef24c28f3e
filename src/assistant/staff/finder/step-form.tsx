import { useTranslation } from 'react-i18next';
import { finderLimits } from '#domain/assistant/knowledge/finder/check.ts';
import { costs, type FinderChoice, type FinderStep, wordsIn } from '#domain/assistant/knowledge/finder/tree.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { NumberField, useProblemAt, WordsField } from './fields.tsx';
import { ItemButtons, type RowFormProps, RowSheet } from './row-form.tsx';
import { withItem, withStart, withStep } from './tree-edit.ts';
import styles from './finder.module.css';

/** All fields of a step. */
export function StepForm({ tree, problems, step, onChange, onClose }: RowFormProps & { step: FinderStep }) {
  const { t } = useTranslation('admin');
  const path = `steps/${step.id}`;
  const change = (to: FinderStep) => onChange(withStep(tree, to));
  return (
    <RowSheet
      tree={tree}
      id={step.id}
      title={t('finder.stepOf', { id: step.id })}
      action={
        tree.steps[0]?.id !== step.id && (
          <Button onClick={() => onChange(withStart(tree, step.id))}>{t('finder.makeStart')}</Button>
        )
      }
      onChange={onChange}
      onClose={onClose}
    >
      <WordsField
        label={t('finder.question')}
        words={step.question}
        path={`${path}/question`}
        problems={problems}
        lines={2}
        onChange={(question) => change({ ...step, question })}
      />
      <WordsField
        label={t('finder.reason')}
        words={step.reason}
        path={`${path}/reason`}
        problems={problems}
        lines={2}
        onChange={(reason) => change({ ...step, reason })}
      />
      <MeasurementFields step={step} path={path} problems={problems} onChange={change} />
      <Choices tree={tree} step={step} problems={problems} onChange={change} />
    </RowSheet>
  );
}

interface MeasurementFieldsProps {
  step: FinderStep;
  path: string;
  problems: RowFormProps['problems'];
  onChange: (step: FinderStep) => void;
}

/** Fields for the measurement that answers the question of a step, if any. */
function MeasurementFields({ step, path, problems, onChange }: MeasurementFieldsProps) {
  const { t } = useTranslation('admin');
  const at = useProblemAt(problems);
  const { measurement } = step;
  return (
    <>
      <Select
        label={t('finder.cost')}
        value={measurement?.cost ?? ''}
        placeholder={t('finder.noMeasurement')}
        options={costs.map((cost) => ({ value: cost, label: t(`finder.costs.${cost}`) }))}
        onChange={(value) => {
          const cost = costs.find((each) => each === value);
          const { measurement: before = { how: { en: '', ko: '' }, hours: 1 }, ...rest } = step;
          onChange(cost === undefined ? rest : { ...rest, measurement: { ...before, cost } });
        }}
      />
      {measurement !== undefined && (
        <>
          <NumberField
            label={t('finder.hours')}
            unit="h"
            value={measurement.hours}
            error={at(`${path}/measurement/hours`)}
            onChange={(hours = 0) => onChange({ ...step, measurement: { ...measurement, hours } })}
          />
          <WordsField
            label={t('finder.how')}
            words={measurement.how}
            path={`${path}/measurement/how`}
            problems={problems}
            lines={3}
            onChange={(how) => onChange({ ...step, measurement: { ...measurement, how } })}
          />
        </>
      )}
    </>
  );
}

interface ChoicesProps extends Pick<RowFormProps, 'tree' | 'problems'> {
  step: FinderStep;
  onChange: (step: FinderStep) => void;
}

/** The answers to the question of a step, each with the row that it leads to. */
function Choices({ tree, step, problems, onChange }: ChoicesProps) {
  const { t, i18n } = useTranslation('admin');
  const { choices } = step;
  const nexts = [
    ...tree.steps.filter(({ id }) => id !== step.id).map(({ id, question }) => ({ id, words: question })),
    ...tree.findings.map(({ id, title }) => ({ id, words: title })),
  ].map(({ id, words }) => ({ value: id, label: `${id}: ${wordsIn(words, i18n.language)}` }));
  return (
    <>
      {choices.map((choice, i) => (
        <ChoiceFields
          // Choices have no ids, and are added and removed at the end only.
          // oxlint-disable-next-line react/no-array-index-key
          key={i}
          n={i + 1}
          choice={choice}
          path={`steps/${step.id}/choices/${i}`}
          nexts={nexts}
          problems={problems}
          onChange={(to) => onChange({ ...step, choices: withItem(choices, i, to) })}
        />
      ))}
      <ItemButtons
        items={choices}
        least={2}
        most={finderLimits.choices}
        empty={{ says: { en: '', ko: '' }, means: { en: '', ko: '' }, next: '' }}
        add={t('finder.addChoice')}
        drop={t('finder.dropChoice')}
        onChange={(to) => onChange({ ...step, choices: to })}
      />
    </>
  );
}

interface ChoiceFieldsProps {
  /** Its number, from 1. */
  n: number;
  choice: FinderChoice;
  path: string;
  /** The rows to which it can lead. */
  nexts: { value: string; label: string }[];
  problems: RowFormProps['problems'];
  onChange: (choice: FinderChoice) => void;
}

function ChoiceFields({ n, choice, path, nexts, problems, onChange }: ChoiceFieldsProps) {
  const { t } = useTranslation('admin');
  const at = useProblemAt(problems);
  const saysProblem = at(`${path}/says`);
  return (
    <fieldset className={styles.group}>
      <legend>{t('finder.choice', { n })}</legend>
      <WordsField
        label={t('finder.says')}
        words={choice.says}
        path={`${path}/says`}
        problems={problems}
        onChange={(says) => onChange({ ...choice, says })}
      />
      {saysProblem !== undefined && <p role="alert">{saysProblem}</p>}
      <WordsField
        label={t('finder.means')}
        words={choice.means}
        path={`${path}/means`}
        problems={problems}
        lines={2}
        onChange={(means) => onChange({ ...choice, means })}
      />
      <Select
        label={t('finder.next')}
        value={choice.next}
        placeholder={t('finder.choose')}
        options={nexts}
        error={at(`${path}/next`)}
        onChange={(next) => onChange({ ...choice, next })}
      />
    </fieldset>
  );
}
