import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import FlaskConical from 'lucide-react/icons/flask-conical';
import Layers from 'lucide-react/icons/layers';
import PackageCheck from 'lucide-react/icons/package-check';
import { orderFields } from '#domain/order/fields/fields.ts';
import { services } from '#domain/order/data/services.ts';
import { Field } from '../../ui/form/field.tsx';
import { CheckNotes } from '../editor/check-notes.tsx';
import { DescribedCell } from '../editor/design-card.tsx';
import { keepDescription, keptDescription } from '../editor/described-cell.ts';
import basics from '../../ui/basics.module.css';
import designStyles from '../editor/design-card.module.css';
import { FieldGroup } from '../editor/field-group.tsx';
import { FieldInput } from '../editor/field-input.tsx';
import { useEditor } from '../editor/order-editor.ts';
import { useStored } from '../editor/shown-field.ts';
import { useTakeDesign } from '../editor/take-design.ts';
import styles from './service-step.module.css';

const icons = { prototyping: Layers, testing: FlaskConical, both: PackageCheck };

/** Service step: a description of the cell in words, the ordered service, and the title of the order. */
export function ServiceStep() {
  const { t } = useTranslation('navigator');
  const { choose } = useEditor();
  const service = useStored('service');
  const title = orderFields.find((field) => field.key === 'title');
  return (
    <>
      <DescribeCell />
      <fieldset className={styles.services}>
        <legend>{t('field.service')}</legend>
        {services.map(({ code }) => {
          const Icon = icons[code];
          return (
            <label key={code} className={styles.service}>
              <input type="radio" name="service" checked={service === code} onChange={() => choose('service', code)} />
              <Icon aria-hidden />
              <span>
                <strong>{t(`option.service.${code}`)}</strong>
                <span className={basics.note}>{t(`service.${code}`)}</span>
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

/** A cell in words, and the card of its design, with which the order can be filled. */
function DescribeCell() {
  const { t } = useTranslation('navigator');
  const { orderId, doc, held } = useEditor();
  const [text, setText] = useState(() => keptDescription(orderId));
  const type = (typed: string) => {
    keepDescription(orderId, typed);
    setText(typed);
  };
  const take = useTakeDesign();
  return (
    <div className={designStyles.describe}>
      <Field
        label={t('design.label')}
        value={text}
        onChange={type}
        hint={t('design.hint')}
        autoComplete="off"
        disabled={held}
      />
      {text.trim() !== '' && (
        <DescribedCell text={text} doc={doc} action={t('design.take')} onTake={(changes) => void take(changes)} />
      )}
    </div>
  );
}
