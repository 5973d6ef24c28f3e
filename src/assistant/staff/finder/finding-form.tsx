import { useTranslation } from 'react-i18next';
import { finderLimits } from '#domain/assistant/knowledge/finder/check.ts';
import type { Finding, NamedTest } from '#domain/assistant/knowledge/finder/tree.ts';
import { safetyTests, testTypes } from '#domain/order/data/tests.ts';
import { Select } from '../../../ui/form/select.tsx';
import { EntriesField, NumberField, useProblemAt, WordsField } from './fields.tsx';
import { ItemButtons, type RowFormProps, RowSheet } from './row-form.tsx';
import { withFinding, withItem } from './tree-edit.ts';
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
    <RowSheet
      tree={tree}
      id={finding.id}
      title={t('finder.findingOf', { id: finding.id })}
      onChange={onChange}
      onClose={onClose}
    >
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
      <ItemButtons
        items={causes}
        least={1}
        most={finderLimits.causes}
        empty={{ name: { en: '', ko: '' }, reason: { en: '', ko: '' }, entries: [] }}
        add={t('finder.addCause')}
        drop={t('finder.dropCause')}
        onChange={(to) => change({ ...finding, causes: to })}
      />
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
    </RowSheet>
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
