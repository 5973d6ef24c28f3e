import { useTranslation } from 'react-i18next';
import FlaskConical from 'lucide-react/icons/flask-conical';
import Layers from 'lucide-react/icons/layers';
import PackageCheck from 'lucide-react/icons/package-check';
import { orderFields } from '#domain/order/fields.ts';
import { services } from '#domain/order/services.ts';
import { CheckNotes } from './check-notes.tsx';
import { FieldGroup } from './field-group.tsx';
import { FieldInput } from './field-input.tsx';
import { useEditor } from './order-editor.ts';
import styles from './service-step.module.css';

const icons = { prototyping: Layers, testing: FlaskConical, both: PackageCheck };

/** Service step: the ordered service, and the title the customer gives the order. */
export function ServiceStep() {
  const { t } = useTranslation('navigator');
  const editor = useEditor();
  const title = orderFields.find((field) => field.key === 'title');
  return (
    <>
      <fieldset className={styles.services}>
        <legend>{t('field.service')}</legend>
        {services.map(({ code }) => {
          const Icon = icons[code];
          return (
            <label key={code} className={styles.service}>
              <input
                type="radio"
                name="service"
                checked={editor.doc['service'] === code}
                onChange={() => editor.choose('service', code)}
              />
              <Icon aria-hidden />
              <span>
                <strong>{t(`option.service.${code}`)}</strong>
                <span className={styles.about}>{t(`service.${code}`)}</span>
              </span>
            </label>
          );
        })}
      </fieldset>
      <CheckNotes path="service" />
      {title !== undefined && (
        <FieldGroup>
          <FieldInput field={title} path="title" />
        </FieldGroup>
      )}
    </>
  );
}
