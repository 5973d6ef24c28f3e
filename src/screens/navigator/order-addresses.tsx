import { useTranslation } from 'react-i18next';
import { addressFields, addressesOf, lacksDelivery } from '#domain/order/address-fields.ts';
import type { OrderDoc } from '#domain/order/order.ts';
import { Banner } from '../../ui/banner.tsx';
import { FieldGroup } from './field-group.tsx';
import { FieldInput } from './field-input.tsx';
import { Fields } from './held.tsx';
import { useEditor } from './order-editor.ts';
import styles from './order-addresses.module.css';

/** Form for where the goods and the invoice of an order go. */
export function AddressForm() {
  const { t } = useTranslation('navigator');
  const { doc } = useEditor();
  return (
    <Fields>
      <FieldGroup title={t('addresses.title')}>
        {addressFields.map((field) => (
          <FieldInput key={field.key} field={field} path={field.key} />
        ))}
      </FieldGroup>
      {lacksDelivery(doc) && <Banner tone="warn">{t('addresses.missing')}</Banner>}
    </Fields>
  );
}

/** Where the goods and the invoice of an order go; renders nothing for an order that does not say it. */
export function Addresses({ doc }: { doc: OrderDoc }) {
  const { t } = useTranslation('navigator');
  const filled = addressesOf(doc);
  if (filled.length === 0) return null;
  return (
    <section>
      <h3>{t('addresses.title')}</h3>
      <dl className={styles.addresses}>
        {filled.map(({ key, value }) => (
          <div key={key}>
            <dt>{t(`field.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
