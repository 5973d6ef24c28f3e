import { useTranslation } from 'react-i18next';
import { finderLimits } from '#domain/assistant/knowledge/finder/check.ts';
import type { Cause, Finding, NamedTest } from '#domain/assistant/knowledge/finder/tree.ts';
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
  const path = `findings/${finding.id}`;
  const { test } = finding;
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
      <Causes finding={finding} problems={problems} entries={entries} onChange={change} />
      <WordsField
        label={t('finder.todo')}
        words={finding.todo}
        path={`${path}/todo`}
        problems={problems}
        lines={3}
        onChange={(todo) => change({ ...finding, todo })}
      />
      <TestSelect finding={finding} problems={problems} onChange={change} />
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

interface CausesProps extends Pick<RowFormProps, 'problems' | 'entries'> {
  finding: Finding;
  onChange: (finding: Finding) => void;
}

function Causes({ finding, problems, entries, onChange }: CausesProps) {
  const { t } = useTranslation('admin');
  const { causes } = finding;
  return (
    <>
      {causes.map((cause, i) => (
        <CauseFields
          // Causes have no ids, and are added and removed at the end only.
          // oxlint-disable-next-line react/no-array-index-key
          key={i}
          n={i + 1}
          cause={cause}
          path={`findings/${finding.id}/causes/${i}`}
          problems={problems}
          entries={entries}
          onChange={(to) => onChange({ ...finding, causes: withItem(causes, i, to) })}
        />
      ))}
      <ItemButtons
        items={causes}
        least={1}
        most={finderLimits.causes}
        empty={{ name: { en: '', ko: '' }, reason: { en: '', ko: '' }, entries: [] }}
        add={t('finder.addCause')}
        drop={t('finder.dropCause')}
        onChange={(to) => onChange({ ...finding, causes: to })}
      />
    </>
  );
}

interface CauseFieldsProps extends Pick<RowFormProps, 'problems' | 'entries'> {
  /** Its number, from 1. */
  n: number;
  cause: Cause;
  path: string;
  onChange: (cause: Cause) => void;
}

function CauseFields({ n, cause, path, problems, entries, onChange }: CauseFieldsProps) {
  const { t } = useTranslation('admin');
  const at = useProblemAt(problems);
  return (
    <fieldset className={styles.group}>
      <legend>{t('finder.cause', { n })}</legend>
      <WordsField
        label={t('finder.causeName')}
        words={cause.name}
        path={`${path}/name`}
        problems={problems}
        onChange={(name) => onChange({ ...cause, name })}
      />
      <WordsField
        label={t('finder.reason')}
        words={cause.reason}
        path={`${path}/reason`}
        problems={problems}
        lines={2}
        onChange={(reason) => onChange({ ...cause, reason })}
      />
      <EntriesField
        label={t('finder.entries')}
        ids={cause.entries}
        entries={entries}
        error={at(`${path}/entries`)}
        onChange={(ids) => onChange({ ...cause, entries: ids })}
      />
    </fieldset>
  );
}

interface TestSelectProps {
  finding: Finding;
  problems: RowFormProps['problems'];
  onChange: (finding: Finding) => void;
}

/** Asks which test settles a finding, if any. */
function TestSelect({ finding, problems, onChange }: TestSelectProps) {
  const { t } = useTranslation('admin');
  const at = useProblemAt(problems);
  return (
    <Select
      label={t('finder.test')}
      value={finding.test?.type ?? ''}
      placeholder={t('finder.noTest')}
      options={testTypes.map(({ code, label }) => ({ value: code, label }))}
      error={at(`findings/${finding.id}/test/type`)}
      onChange={(value) => {
        const type = testTypes.find(({ code }) => code === value)?.code;
        const { test: before, ...rest } = finding;
        const { safetyTest: _, ...kept } = before ?? { why: { en: '', ko: '' } };
        onChange(type === undefined ? rest : { ...rest, test: { ...kept, type } });
      }}
    />
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
