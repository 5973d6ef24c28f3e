import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { addressKindOf } from '#domain/order/life/address-book.ts';
import { addressFields, addressesOf } from '#domain/order/fields/address-fields.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { AddressChoice } from './address-choice.tsx';
import { FieldGroup } from '../editor/field-group.tsx';
import { FieldInput } from '../editor/field-input.tsx';
import { Fields } from '../editor/held.tsx';
import styles from './order-addresses.module.css';

/** Form for where the goods and the invoice of an order go. */
export function AddressForm() {
  const { t } = useTranslation('navigator');
  return (
    <Fields>
      <FieldGroup title={t('addresses.title')}>
        {addressFields.map((field) => (
          <Fragment key={field.key}>
            <AddressOfBefore field={field.key} />
            <FieldInput field={field} path={field.key} />
          </Fragment>
        ))}
      </FieldGroup>
    </Fields>
  );
}

function AddressOfBefore({ field }: { field: string }) {
  const kind = addressKindOf(field);
  return kind === undefined ? null : <AddressChoice kind={kind} />;
}

/** Shows the addresses for the goods and the invoice of an order; renders nothing when the order has none. */
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
