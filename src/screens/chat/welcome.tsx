import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import styles from './assistant.module.css';

const starters = ['a', 'b', 'c', 'd'] as const;

/** Welcome text of a chat before the first question, with starter questions. */
export function Welcome({ name, onAsk }: { name: string; onAsk: ((text: string) => void) | undefined }) {
  const { t } = useTranslation('chat');
  return (
    <div className={styles.welcome}>
      <div className={styles.welcomeText}>
        <h2>{t(`welcome.${name}.title`)}</h2>
        <p>{t(`welcome.${name}.text`)}</p>
      </div>
      <ul className={styles.starters} aria-label={t('welcome.starters')} hidden={onAsk === undefined}>
        {starters.map((starter) => {
          const text = t(`welcome.${name}.${starter}`);
          return (
            <li key={starter}>
              <button type="button" className={styles.starter} onClick={() => onAsk?.(text)}>
                {text}
              </button>
            </li>
          );
        })}
        {name === 'general' && (
          <li>
            <Link to="/chat/failure-finder" className={styles.starter}>
              {t('finder.starter')}
            </Link>
          </li>
        )}
      </ul>
    </div>
  );
}
