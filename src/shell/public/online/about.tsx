import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import Bot from 'lucide-react/icons/bot';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import MessagesSquare from 'lucide-react/icons/messages-square';
import WifiOff from 'lucide-react/icons/wifi-off';
import { buttonClass, buttonRow } from '../../../ui/button.tsx';
import { listOf } from './lists.ts';
import { PublicPage, PublicSection } from './public-page.tsx';
import styles from './public-page.module.css';

const icons = [Bot, MessagesSquare, ClipboardList, WifiOff];

/** Page about the product and its users. */
export function AboutScreen() {
  const { t } = useTranslation('public');
  return (
    <PublicPage name="about" title={t('about.title')} lead={t('about.lead')}>
      <div className={styles.parts}>
        {listOf<{ title: string; text: string }>(t, 'about.parts').map(({ title, text }, i) => {
          const Icon = icons[i] ?? Bot;
          return (
            <section key={title} className={styles.part}>
              <Icon aria-hidden />
              <h2>{title}</h2>
              <p>{text}</p>
            </section>
          );
        })}
      </div>
      <PublicSection title={t('about.forWhom.title')}>
        <ul className={styles.bullets}>
          {listOf<string>(t, 'about.forWhom.items').map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </PublicSection>
      <PublicSection title={t('about.next.title')}>
        <p>{t('about.next.text')}</p>
        <div className={buttonRow}>
          <Link to="/try-now" className={buttonClass} data-variant="primary">
            {t('about.next.trial')}
          </Link>
          <Link to="/pricing" className={buttonClass} data-variant="secondary">
            {t('about.next.plans')}
          </Link>
          <Link to="/white-paper" className={buttonClass} data-variant="ghost">
            {t('about.next.paper')}
          </Link>
        </div>
      </PublicSection>
    </PublicPage>
  );
}
