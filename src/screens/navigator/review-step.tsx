import { useTranslation } from 'react-i18next';
import { asCurrent, type Field } from '#domain/order/field.ts';
import { openFields, pathOf } from '#domain/order/paths.ts';
import { runsTests } from '#domain/order/services.ts';
import { needOf, testFields } from '#domain/order/test-fields.ts';
import { testsOf } from '#domain/order/tests.ts';
import type { Json } from '#domain/json.ts';
import type { WizardStep } from '../../machines/order-wizard.ts';
import { Button } from '../../ui/button.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { useEditor } from './order-editor.ts';
import { PlaceOrder, type Go } from './place-order.tsx';
import { isUnreadable } from './unreadable.ts';
import { textOf } from './value-text.ts';
import styles from './review-step.module.css';

/** The order at a glance, what still keeps it from being placed, and placing it. */
export function ReviewStep({ onGo }: { onGo: Go }) {
  const { t } = useTranslation('navigator');
  const { doc, typed, checks } = useEditor();
  const unreadable = new Set(checks.filter(isUnreadable).map(({ path }) => path));
  const fields = openFields(doc);
  const groups: { step: WizardStep; title: string; rows: Row[] }[] = [
    { step: 'service', title: t('step.service'), rows: rowsOf(fields.filter(({ field }) => field.step === 'service')) },
    {
      step: 'cell',
      title: t('step.cell'),
      rows: rowsOf(fields.filter(({ field, item }) => field.step === 'cell' && item === '')),
    },
    ...(['cathode', 'anode'] as const).map((electrode) => ({
      step: 'cell' as const,
      title: t(`group.${electrode}`),
      rows: rowsOf(fields.filter(({ item }) => item === electrode)),
    })),
    ...(runsTests(doc) ? testsOf(doc) : []).map((item, index) => ({
      step: 'tests' as const,
      title: t('tests.name', { index: index + 1, type: t(`option.type.${item.type}`) }),
      rows: rowsOf(
        testFields
          .filter((field) => field.key !== 'type' && needOf(field, doc, item) !== undefined)
          .map((field) => ({ field, path: pathOf('tests', item.id, field.key) })),
      ),
    })),
    { step: 'files', title: t('step.files'), rows: rowsOf(fields.filter(({ field }) => field.step === 'files')) },
  ];
  const filled = groups.filter((group) =>
    group.rows.some((row) => (doc[row.path] ?? null) !== null || unreadable.has(row.path)),
  );
  return (
    <>
      <PlaceOrder onGo={onGo} />
      <div className={styles.groups}>
        {filled.map((group) => (
          <section key={group.title} className={styles.group}>
            <header>
              <h3>{group.title}</h3>
              <Button small variant="ghost" onClick={() => onGo(group.step)}>
                {t('review.edit')}
                <VisuallyHidden>{` ${group.title}`}</VisuallyHidden>
              </Button>
            </header>
            <dl>
              {group.rows.map((row) => (
                <ReviewRow
                  key={row.path}
                  row={row}
                  value={doc[row.path]}
                  unread={unreadable.has(row.path) ? typed[row.path]?.text : undefined}
                />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </>
  );
}

interface Row {
  field: Field;
  path: string;
}

function rowsOf(fields: readonly Row[]): Row[] {
  return fields.map(({ field, path }) => ({ field, path }));
}

interface ReviewRowProps {
  row: Row;
  value: Json | undefined;
  /** What is typed there and cannot be read: the value before it is not meant any more. */
  unread: string | undefined;
}

function ReviewRow({ row: { field }, value, unread }: ReviewRowProps) {
  const { t } = useTranslation('navigator');
  const label = t(`field.${field.key}`, { defaultValue: field.key });
  if (unread !== undefined) {
    return (
      <div className={styles.row} data-tone="danger">
        <dt>{label}</dt>
        <dd>{t('unreadable', { text: unread, interpolation: { escapeValue: false } })}</dd>
      </div>
    );
  }
  if (value === undefined || value === null) return null;
  const text = textOf(field, value);
  const units = field.shown?.unit ?? (asCurrent(value) === undefined ? field.unit : '');
  const unit = text === '1' ? units.replace(/^(turn|cell|cycle)s$/, '$1') : units;
  const shown = field.kind.is === 'choice' ? t(`option.${field.key}.${text}`, { defaultValue: text }) : text;
  return (
    <div className={styles.row}>
      <dt>{label}</dt>
      <dd>{unit === '' ? shown : `${shown}\u2009${unit}`}</dd>
    </div>
  );
}
