import { useTranslation } from 'react-i18next';
import { offersWith, type Offer, type QuestionLimits } from '#domain/payment/plan-contents.ts';
import type { PlansReply } from '#domain/payment/wire/payments.ts';
import styles from './plans.module.css';
import { freeTrialDays } from '#domain/account/plans-and-prices.ts';

interface OfferTableProps {
  /** Missing: as long as the server has not replied, or if it is older. */
  limits: QuestionLimits | undefined;
  /** The plan whose rows are shown, with those for no plan. Missing: all. */
  planId?: string;
}

/** Shows what is included without a plan, in each trial and in each plan. */
export function OfferTable({ limits: questionLimits, planId }: OfferTableProps) {
  const { t, i18n } = useTranslation('payments');
  const shown = offersWith(questionLimits).filter(
    ({ kind, plan }) => planId === undefined || plan === planId || kind === 'account',
  );
  const assistantText = ({ assistant }: Offer): string => {
    if (assistant === null) return t('offer.closed');
    return t(`offer.${assistant.per}`, { questions: assistant.count.toLocaleString(i18n.language) });
  };
  const included = (is: boolean) => t(is ? 'offer.yes' : 'offer.no');
  return (
    <div className={styles.offers}>
      <table>
        <caption>{t('offer.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('checkout.plan')}</th>
            <th scope="col">{t('offer.assistant')}</th>
            <th scope="col">{t('offer.experts')}</th>
            <th scope="col">{t('offer.orders')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((offer) => (
            <tr key={`${offer.kind} ${offer.plan}`}>
              <th scope="row">
                {t(`offer.kind.${offer.kind}`, {
                  plan: offer.plan === null ? '' : t(`plan.${offer.plan}.name`),
                  count: freeTrialDays,
                })}
              </th>
              <td>{assistantText(offer)}</td>
              <td>{included(offer.experts)}</td>
              <td>{included(offer.orders)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Returns the limits in the price list of a server, which an older one does not send. */
export function limitsIn(questions: PlansReply['questions']): QuestionLimits | undefined {
  return questions && { trialQuestions: questions.trial, quotaFactor: questions.quota_factor };
}
