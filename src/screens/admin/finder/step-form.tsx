import { useTranslation } from 'react-i18next';
import type { FieldProblem } from '#domain/errors.ts';
import { finderLimits } from '#domain/finder/check.ts';
import { costs, type FinderStep, type FinderTree, wordsIn } from '#domain/finder/tree.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { NumberField, useProblemAt, WordsField } from './fields.tsx';
import { withItem, withoutRow, withStart, withStep } from './tree-edit.ts';
import styles from './finder.module.css';

export interface RowFormProps {
  tree: FinderTree;
  problems: readonly FieldProblem[];
  entries: readonly [id: string, question: string][];
  onChange: (tree: FinderTree) => void;
  onClose: () => void;
}

/** All fields of a step. What is typed is kept at once; it reaches devices when the tree is saved. */
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
    <Dialog
      open
      onClose={onClose}
      title={t('finder.stepOf', { id: step.id })}
      closeLabel={t('common:action.close')}
      place="side"
      footer={
        <>
          <Button variant="danger" onClick={() => (onChange(withoutRow(tree, step.id)), onClose())}>
            {t('finder.remove')}
          </Button>
          {tree.steps[0]?.id !== step.id && (
            <Button onClick={() => onChange(withStart(tree, step.id))}>{t('finder.makeStart')}</Button>
          )}
          <Button variant="primary" onClick={onClose}>
            {t('finder.done')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
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
        <div className={styles.buttons}>
          {choices.length < finderLimits.choices && (
            <Button
              small
              onClick={() =>
                change({
                  ...step,
                  choices: [...choices, { says: { en: '', ko: '' }, means: { en: '', ko: '' }, next: '' }],
                })
              }
            >
              {t('finder.addChoice')}
            </Button>
          )}
          {choices.length > 2 && (
            <Button small onClick={() => change({ ...step, choices: choices.slice(0, -1) })}>
              {t('finder.dropChoice')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
