import { useTranslation } from 'react-i18next';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { specificationOf } from '#domain/order/checks/specification.ts';
import type { WizardStep } from '../../machines/order-wizard.ts';
import { Button } from '../../ui/button.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { problemElsewhere } from '../editor/typed-problem.ts';
import styles from './specification.module.css';

interface SpecificationProps {
  doc: OrderDoc;
  /** Typed texts that cannot be read, by path, while the order is being edited. */
  unread?: Readonly<Record<string, string>>;
  /** Called with the step of a group; without it, the groups have no edit button. */
  onEdit?: (step: WizardStep) => void;
}

const nothingUnread: Readonly<Record<string, string>> = {};

/** Specification of an order: every value with its unit, by group. */
export function Specification({ doc, unread = nothingUnread, onEdit }: SpecificationProps) {
  const { t, i18n } = useTranslation('navigator');
  return (
    <div className={styles.groups}>
      {specificationOf(doc, { t, language: i18n.language }, unread).map(({ title, step, rows }) => (
        <section key={title} className={styles.group}>
          <header>
            <h4>{title}</h4>
            {onEdit !== undefined && step !== undefined && (
              <Button small variant="ghost" onClick={() => onEdit(step)}>
                {t('review.edit')}
                <VisuallyHidden>{` ${title}`}</VisuallyHidden>
              </Button>
            )}
          </header>
          <dl>
            {rows.map(({ path, label, text }) => (
              <Value key={path} path={path} label={label} text={text} unread={unread[path]} />
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

interface ValueProps {
  path: string;
  label: string;
  text: string;
  unread: string | undefined;
}

function Value({ path, label, text, unread }: ValueProps) {
  const { t } = useTranslation('navigator');
  if (unread !== undefined) {
    // The stored value is hidden, because the typed text is to replace it.
    return (
      <div className={styles.row} data-tone="danger">
        <dt>{label}</dt>
        <dd>{problemElsewhere(t, path, unread)}</dd>
      </div>
    );
  }
  return (
    <div className={styles.row}>
      <dt>{label}</dt>
      <dd dir="auto">{text}</dd>
    </div>
  );
}
