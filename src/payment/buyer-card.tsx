import { useTranslation } from 'react-i18next';
import { isEmail, normalEmail } from '#domain/account/contact.ts';
import { problemWithTaxNumber, type TaxNumberProblem } from '#domain/account/tax-number.ts';
import type { Me } from '#domain/account/users.ts';
import { Card } from '../ui/card.tsx';
import { Field } from '../ui/form/field.tsx';
import basics from '../ui/basics.module.css';

/** Recipient of the invoice, as typed. */
export type TypedBuyer = Record<'company' | 'name' | 'address' | 'vat_id' | 'email', string>;

/** Problem of each field: keys under `problem` of payments.json. */
export type BuyerProblems = Partial<
  Record<keyof TypedBuyer, 'required' | 'address' | 'email' | TaxNumberProblem | undefined>
>;

/** Returns the recipient to begin with: the user's own company, name and e-mail address. */
export function typedBuyerOf({ company, display_name: name, email }: Me): TypedBuyer {
  return { company: company?.name ?? '', name, address: '', vat_id: '', email };
}

/** Returns what is wrong with an invoice recipient. */
export function problemsWithBuyer({ name, address, vat_id: taxNumber, email }: TypedBuyer): BuyerProblems {
  return {
    name: name.trim() === '' ? 'required' : undefined,
    address: address.trim() === '' ? 'address' : undefined,
    vat_id: problemWithTaxNumber(taxNumber),
    email: isEmail(normalEmail(email)) ? undefined : 'email',
  };
}

interface BuyerCardProps {
  buyer: TypedBuyer;
  problems: BuyerProblems;
  companyHint: string | undefined;
  onType: (change: Partial<TypedBuyer>) => void;
}

/** The fields of the invoice recipient. */
export function BuyerCard({ buyer, problems, companyHint, onType }: BuyerCardProps) {
  const { t } = useTranslation('payments');
  const fieldOf = (name: keyof TypedBuyer) => ({
    value: buyer[name],
    error: problems[name] && t(`problem.${problems[name]}`),
    onChange: (text: string) => onType({ [name]: text }),
  });
  return (
    <Card title={t('checkout.buyer')}>
      <div className={basics.fields}>
        <Field label={t('checkout.company')} {...fieldOf('company')} autoComplete="organization" hint={companyHint} />
        <Field label={t('checkout.name')} {...fieldOf('name')} autoComplete="name" required />
        <Field
          label={t('checkout.address')}
          {...fieldOf('address')}
          autoComplete="street-address"
          lines={3}
          hint={t('checkout.addressHint')}
          required
        />
        <Field
          label={t('checkout.taxNumber')}
          {...fieldOf('vat_id')}
          autoComplete="off"
          hint={t('checkout.taxNumberHint')}
        />
        <Field label={t('checkout.email')} kind="email" {...fieldOf('email')} autoComplete="email" required />
      </div>
    </Card>
  );
}
