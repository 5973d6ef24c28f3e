import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { DeviceSettings } from '#domain/assistant/settings.ts';
import type { chatTypes } from './chat-types.ts';
import basics from '../../ui/basics.module.css';
import styles from './assistant.module.css';

const starters = ['a', 'b', 'c', 'd'] as const;

interface WelcomeProps {
  name: (typeof chatTypes)[number]['name'];
  /** Texts that an administrator has written in place of the product's. */
  settings: DeviceSettings | null;
  onAsk: ((text: string) => void) | undefined;
}

/** Welcome text of a chat before the first question, with starter questions. */
export function Welcome({ name, settings, onAsk }: WelcomeProps) {
  const { t, i18n } = useTranslation('chat');
  const own = settings?.welcome[name]?.[i18n.resolvedLanguage === 'ko' ? 'ko' : 'en'];
  const questions = own?.starters ?? starters.map((starter) => t(`welcome.${name}.${starter}`));
  return (
    <div className={styles.welcome}>
      <div className={styles.welcomeText}>
        <h2 dir="auto">{own?.title ?? t(`welcome.${name}.title`)}</h2>
        <p className={basics.quiet} dir="auto">
          {own?.text ?? t(`welcome.${name}.text`)}
        </p>
      </div>
      <ul className={styles.starters} aria-label={t('welcome.starters')} hidden={onAsk === undefined}>
        {questions.map((text) => (
          <li key={text}>
            <button type="button" className={styles.starter} dir="auto" onClick={() => onAsk?.(text)}>
              {text}
            </button>
          </li>
        ))}
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
