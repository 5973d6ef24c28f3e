import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import FlaskConical from 'lucide-react/icons/flask-conical';
import { type FinderStep, type Measurement, wordsIn } from '#domain/assistant/knowledge/finder/tree.ts';
import { durationText } from './path-text.ts';
import basics from '../../ui/basics.module.css';
import styles from './finder.module.css';

interface StepCardProps {
  step: FinderStep;
  /** Number of the question, from 1. */
  n: number;
  /** Maximum number of questions that follow, with this one. */
  left: number;
  heading: RefObject<HTMLHeadingElement | null>;
  /** @param says the choice's words in English */
  onChoose: (says: string) => void;
}

/** A question, why it is asked, what to measure for it, and its choices with what each means. */
export function StepCard({ step, n, left, heading, onChoose }: StepCardProps) {
  const { t, i18n } = useTranslation('chat');
  const { measurement } = step;
  return (
    <>
      <p className={basics.note}>{t('finder.count', { n, most: n + left - 1 })}</p>
      <h3 ref={heading} tabIndex={-1}>
        {wordsIn(step.question, i18n.language)}
      </h3>
      <p className={basics.quiet}>
        {t('finder.why')} {wordsIn(step.reason, i18n.language)}
      </p>
      {measurement !== undefined && <ToMeasure measurement={measurement} />}
      <ul className={basics.rows}>
        {step.choices.map(({ says, means }) => (
          <li key={says.en}>
            <button type="button" className={styles.choice} onClick={() => onChoose(says.en)}>
              <strong>{wordsIn(says, i18n.language)}</strong>
              <span className={basics.quiet}>{wordsIn(means, i18n.language)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function ToMeasure({ measurement: { how, hours, cost } }: { measurement: Measurement }) {
  const { t, i18n } = useTranslation('chat');
  return (
    <div className={styles.measure}>
      <FlaskConical aria-hidden />
      <div>
        <p>{wordsIn(how, i18n.language)}</p>
        <p className={basics.note}>
          {t('finder.takes', { time: durationText(i18n.language, hours) })} · {t(`finder.cost.${cost}`)}
        </p>
      </div>
    </div>
  );
}
