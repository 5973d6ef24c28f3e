import { useTranslation } from 'react-i18next';
import { withTax } from '#domain/payment/tax.ts';
import type { PlanReply } from '#domain/payment/wire/payments.ts';
import { Button } from '../ui/button.tsx';
import { moneyOf } from '../i18n/money.ts';
import type { TypedBuyer } from './buyer-card.tsx';
import { taxTextOf } from './plan-tax-text.ts';
import styles from './pay.module.css';

/** Price of a plan with its tax. */
export function Sums({ plan: { price, tax_bp: bp, currency } }: { plan: PlanReply }) {
  const { t, i18n } = useTranslation('payments');
  const { subtotal, tax, total } = withTax(price, bp);
  const money = (amount: number) => moneyOf(i18n.language, amount, currency);
  return (
    <dl className={styles.sums}>
      {bp > 0 && (
        <>
          <dt>{t('checkout.subtotal')}</dt>
          <dd>{money(subtotal)}</dd>
          <dt>{t('checkout.tax', { percent: bp / 100 })}</dt>
          <dd>{money(tax)}</dd>
        </>
      )}
      <dt>{t('checkout.total')}</dt>
      <dd className={styles.total}>{money(total)}</dd>
    </dl>
  );
}

interface SummaryProps {
  plan: PlanReply;
  buyer: TypedBuyer;
  isBusy: boolean;
  onBack: () => void;
}

/** Shows the total and who is billed: asked once before the order is sent. */
export function Summary({ plan, buyer, isBusy, onBack }: SummaryProps) {
  const { t, i18n } = useTranslation('payments');
  const { id, price, tax_bp: bp, currency } = plan;
  const total = moneyOf(i18n.language, withTax(price, bp).total, currency);
  const { company, name, address, vat_id: taxNumber, email } = buyer;
  const lines = [company, name, ...address.split('\n'), taxNumber, email].filter((line) => line.trim() !== '');
  return (
    <fieldset className={styles.summary} aria-label={t('checkout.sureTitle')}>
      <strong>{t('checkout.sureTitle')}</strong>
      <p>{t('checkout.sure', { plan: t(`plan.${id}.name`), total })}</p>
      <p className={styles.address}>{lines.join('\n')}</p>
      <p>{taxTextOf(t, plan)}</p>
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={isBusy}>
          {t(isBusy ? 'checkout.busy' : 'checkout.sureYes')}
        </Button>
        <Button onClick={onBack}>{t('checkout.sureBack')}</Button>
      </div>
    </fieldset>
  );
}

/** The button that orders a plan, with what it costs. */
export function Submit({ plan: { price, tax_bp: bp, currency }, isBusy }: { plan: PlanReply; isBusy: boolean }) {
  const { t, i18n } = useTranslation('payments');
  const total = moneyOf(i18n.language, withTax(price, bp).total, currency);
  return (
    <Button type="submit" variant="primary" busy={isBusy}>
      {isBusy ? t('checkout.busy') : t('checkout.submit', { total })}
    </Button>
  );
}
