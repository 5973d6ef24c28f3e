import { useTranslation } from 'react-i18next';
import type { Json } from '#domain/json.ts';
import type { Field } from '#domain/order/field.ts';
import type { OrderDoc } from '#domain/order/order.ts';
import { specificationOf, type SpecificationRow } from '#domain/order/specification.ts';
import type { WizardStep } from '../../machines/order-wizard.ts';
import { Button } from '../../ui/button.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { valueWithUnit } from '#domain/order/unit-text.ts';
import styles from './specification.module.css';

interface SpecificationProps {
  doc: OrderDoc;
  /** Typed texts that cannot be read, by path, while the order is being edited. */
  unread?: Readonly<Record<string, string>>;
  /** Called with the step of a group; without it, the groups have no edit button. */
  onEdit?: (step: WizardStep) => void;
}

const nothingUnread: Readonly<Record<string, string>> = {};

/** Specification of an order: every value with its unit, by group. Groups without a value are left out. */
export function Specification({ doc, unread = nothingUnread, onEdit }: SpecificationProps) {
  const { t } = useTranslation('navigator');
  const isFilled = ({ path }: SpecificationRow) => (doc[path] ?? null) !== null || path in unread;
  return (
    <div className={styles.groups}>
      {specificationOf(doc, t)
        .filter((group) => group.rows.some(isFilled))
        .map((group) => (
          <section key={group.title} className={styles.group}>
            <header>
              <h4>{group.title}</h4>
              {onEdit !== undefined && (
                <Button small variant="ghost" onClick={() => onEdit(group.step)}>
                  {t('review.edit')}
                  <VisuallyHidden>{` ${group.title}`}</VisuallyHidden>
                </Button>
              )}
            </header>
            <dl>
              {group.rows.filter(isFilled).map(({ field, path }) => (
                <Value key={path} field={field} value={doc[path] ?? null} unread={unread[path]} />
              ))}
            </dl>
          </section>
        ))}
    </div>
  );
}

function Value({ field, value, unread }: { field: Field; value: Json; unread: string | undefined }) {
  const { t } = useTranslation('navigator');
  const label = t(`field.${field.key}`, { defaultValue: field.key });
  if (unread !== undefined) {
    // The stored value is hidden, because the typed text is to replace it.
    return (
      <div className={styles.row} data-tone="danger">
        <dt>{label}</dt>
        <dd>{t('unreadable', { text: unread, interpolation: { escapeValue: false } })}</dd>
      </div>
    );
  }
  return (
    <div className={styles.row}>
      <dt>{label}</dt>
      <dd dir="auto">{valueWithUnit(t, field, value)}</dd>
    </div>
  );
}
