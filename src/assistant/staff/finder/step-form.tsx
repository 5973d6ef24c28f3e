import { useTranslation } from 'react-i18next';
import { finderLimits } from '#domain/assistant/knowledge/finder/check.ts';
import { costs, type FinderStep, wordsIn } from '#domain/assistant/knowledge/finder/tree.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { NumberField, useProblemAt, WordsField } from './fields.tsx';
import { ItemButtons, type RowFormProps, RowSheet } from './row-form.tsx';
import { withItem, withStart, withStep } from './tree-edit.ts';
import styles from './finder.module.css';

/** All fields of a step. */
export function StepForm({ tree, problems, step, onChange, onClose }: RowFormProps & { step: FinderStep }) {
  const { t, i18n } = useTranslation('admin');
  const at = useProblemAt(problems);
  const path = `steps/${step.id}`;
  const { measurement, choices } = step;
  const change = (to: FinderStep) => onChange(withStep(tree, to));
  const nexts = [
    ...tree.steps.filter(({ id }) => id !== step.id).map(({ id, question }) => ({ id, words: question })),
    ...tree.findings.map(({ id, title }) => ({ id, words: title })),
  ].map(({ id, words }) => ({ value: id, label: `${id}: ${wordsIn(words, i18n.language)}` }));
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
      <Select
        label={t('finder.cost')}
        value={measurement?.cost ?? ''}
        placeholder={t('finder.noMeasurement')}
        options={costs.map((cost) => ({ value: cost, label: t(`finder.costs.${cost}`) }))}
        onChange={(value) => {
          const cost = costs.find((each) => each === value);
          const { measurement: before = { how: { en: '', ko: '' }, hours: 1 }, ...rest } = step;
          change(cost === undefined ? rest : { ...rest, measurement: { ...before, cost } });
        }}
      />
      {measurement !== undefined && (
        <>
          <NumberField
            label={t('finder.hours')}
            unit="h"
            value={measurement.hours}
            error={at(`${path}/measurement/hours`)}
            onChange={(hours = 0) => change({ ...step, measurement: { ...measurement, hours } })}
          />
          <WordsField
            label={t('finder.how')}
            words={measurement.how}
            path={`${path}/measurement/how`}
            problems={problems}
            lines={3}
            onChange={(how) => change({ ...step, measurement: { ...measurement, how } })}
          />
        </>
      )}
      {choices.map((choice, i) => (
        // Choices have no ids, and are added and removed at the end only.
        // oxlint-disable-next-line react/no-array-index-key
        <fieldset key={i} className={styles.group}>
          <legend>{t('finder.choice', { n: i + 1 })}</legend>
          <WordsField
            label={t('finder.says')}
            words={choice.says}
            path={`${path}/choices/${i}/says`}
            problems={problems}
            onChange={(says) => change({ ...step, choices: withItem(choices, i, { ...choice, says }) })}
          />
          {at(`${path}/choices/${i}/says`) !== undefined && <p role="alert">{at(`${path}/choices/${i}/says`)}</p>}
          <WordsField
            label={t('finder.means')}
            words={choice.means}
            path={`${path}/choices/${i}/means`}
            problems={problems}
            lines={2}
            onChange={(means) => change({ ...step, choices: withItem(choices, i, { ...choice, means }) })}
          />
          <Select
            label={t('finder.next')}
            value={choice.next}
            placeholder={t('finder.choose')}
            options={nexts}
            error={at(`${path}/choices/${i}/next`)}
            onChange={(next) => change({ ...step, choices: withItem(choices, i, { ...choice, next }) })}
          />
        </fieldset>
      ))}
      <ItemButtons
        items={choices}
        least={2}
        most={finderLimits.choices}
        empty={{ says: { en: '', ko: '' }, means: { en: '', ko: '' }, next: '' }}
        add={t('finder.addChoice')}
        drop={t('finder.dropChoice')}
        onChange={(to) => change({ ...step, choices: to })}
      />
    </RowSheet>
  );
}
