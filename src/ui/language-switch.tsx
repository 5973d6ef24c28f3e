import { useTranslation } from 'react-i18next';
import Languages from 'lucide-react/icons/languages';
import { languages } from '#domain/ground/languages.ts';
import styles from './language-switch.module.css';

/** Choice of the interface language; each is listed by its own name. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation();
  return (
    <label className={styles.switch}>
      <Languages aria-hidden />
      <span className={styles.label}>{t('language.label')}</span>
      <select value={i18n.resolvedLanguage} onChange={(event) => void i18n.changeLanguage(event.target.value)}>
        {languages.map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
