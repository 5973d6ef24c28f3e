import { useTranslation } from 'react-i18next';
import { finderLimits } from '#domain/finder/check.ts';
import type { Finding, NamedTest } from '#domain/finder/tree.ts';
import { safetyTests, testTypes } from '#domain/order/tests.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { EntriesField, NumberField, useProblemAt, WordsField } from './fields.tsx';
import type { RowFormProps } from './step-form.tsx';
import { withFinding, withItem, withoutRow } from './tree-edit.ts';
import styles from './finder.module.css';

/** All fields of a finding: its causes with the entries they cite, what to do, and the test that settles it. */
export function FindingForm({
  tree,
  problems,
  entries,
  finding,
  onChange,
  onClose,
}: RowFormProps & { finding: Finding }) {
  const { t } = useTranslation('admin');
  const at = useProblemAt(problems);
  const path = `findings/${finding.id}`;
  const { causes, test } = finding;
  const change = (to: Finding) => onChange(withFinding(tree, to));
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('finder.findingOf', { id: finding.id })}
      closeLabel={t('common:action.close')}
      place="side"
      footer={
        <>
          <Button variant="danger" onClick={() => (onChange(withoutRow(tree, finding.id)), onClose())}>
            {t('finder.remove')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('finder.done')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <WordsField
          label={t('finder.findingTitle')}
          words={finding.title}
          path={`${path}/title`}
          problems={problems}
          onChange={(title) => change({ ...finding, title })}
        />
        {causes.map((cause, i) => (
          // Causes have no ids, and are added and removed at the end only.
          // oxlint-disable-next-line react/no-array-index-key
          <fieldset key={i} className={styles.group}>
            <legend>{t('finder.cause', { n: i + 1 })}</legend>
            <WordsField
              label={t('finder.causeName')}
              words={cause.name}
              path={`${path}/causes/${i}/name`}
              problems={problems}
              onChange={(name) => change({ ...finding, causes: withItem(causes, i, { ...cause, name }) })}
            />
            <WordsField
              label={t('finder.reason')}
              words={cause.reason}
              path={`${path}/causes/${i}/reason`}
              problems={problems}
              lines={2}
              onChange={(reason) => change({ ...finding, causes: withItem(causes, i, { ...cause, reason }) })}
            />
            <EntriesField
              label={t('finder.entries')}
              ids={cause.entries}
              entries={entries}
              error={at(`${path}/causes/${i}/entries`)}
              onChange={(ids) => change({ ...finding, causes: withItem(causes, i, { ...cause, entries: ids }) })}
            />
          </fieldset>
        ))}
        <div className={styles.buttons}>
          {causes.length < finderLimits.causes && (
            <Button
              small
              onClick={() =>
                change({
                  ...finding,
                  causes: [...causes, { name: { en: '', ko: '' }, reason: { en: '', ko: '' }, entries: [] }],
                })
              }
            >
              {t('finder.addCause')}
            </Button>
          )}
          {causes.length > 1 && (
            <Button small onClick={() => change({ ...finding, causes: causes.slice(0, -1) })}>
              {t('finder.dropCause')}
            </Button>
          )}
        </div>
        <WordsField
          label={t('finder.todo')}
          words={finding.todo}
          path={`${path}/todo`}
          problems={problems}
          lines={3}
          onChange={(todo) => change({ ...finding, todo })}
        />
        <Select
          label={t('finder.test')}
          value={test?.type ?? ''}
          placeholder={t('finder.noTest')}
          options={testTypes.map(({ code, label }) => ({ value: code, label }))}
          error={at(`${path}/test/type`)}
          onChange={(value) => {
            const type = testTypes.find(({ code }) => code === value)?.code;
            const { test: before, ...rest } = finding;
            const { safetyTest: _, ...kept } = before ?? { why: { en: '', ko: '' } };
            change(type === undefined ? rest : { ...rest, test: { ...kept, type } });
          }}
        />
        {test !== undefined && (
          <TestFields
            test={test}
            path={`${path}/test`}
            problems={problems}
            onChange={(to) => change({ ...finding, test: to })}
          />
        )}
      </div>
    </Dialog>
  );
}

interface TestFieldsProps {
  test: NamedTest;
  path: string;
  problems: RowFormProps['problems'];
  onChange: (test: NamedTest) => void;
}

function TestFields({ test, path, problems, onChange }: TestFieldsProps) {
  const { t } = useTranslation('admin');
  const at = useProblemAt(problems);
  const { temperature_C, cycles, ...rest } = test;
  const withNumbers = (temperature: number | undefined, count: number | undefined): NamedTest => ({
    ...rest,
    ...(temperature === undefined ? {} : { temperature_C: temperature }),
    ...(count === undefined ? {} : { cycles: Math.round(count) }),
  });
  return (
    <>
      {test.type === 'Safety' && (
        <Select
          label={t('finder.safetyTest')}
          value={test.safetyTest ?? ''}
          placeholder={t('finder.choose')}
          options={safetyTests.map(({ code, label }) => ({ value: code, label }))}
          error={at(`${path}/safetyTest`)}
          onChange={(value) => {
            const safetyTest = safetyTests.find(({ code }) => code === value)?.code;
            const { safetyTest: _, ...others } = test;
            onChange(safetyTest === undefined ? others : { ...others, safetyTest });
          }}
        />
      )}
      <NumberField
        label={t('finder.temperature')}
        unit="°C"
        value={temperature_C}
        onChange={(value) => onChange(withNumbers(value, cycles))}
      />
      {test.type === 'Cycle' && (
        <NumberField
          label={t('finder.cycles')}
          value={cycles}
          onChange={(value) => onChange(withNumbers(temperature_C, value))}
        />
      )}
      <WordsField
        label={t('finder.whyTest')}
        words={test.why}
        path={`${path}/why`}
        problems={problems}
        lines={2}
        onChange={(why) => onChange({ ...test, why })}
      />
    </>
  );
}
