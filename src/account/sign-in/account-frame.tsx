import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { Logo } from '../../ui/logo.tsx';
import styles from './login.module.css';

interface AccountFrameProps {
  title: string;
  onSubmit: (event: FormEvent) => void;
  children: ReactNode;
  /** Links below the form. */
  footer?: ReactNode;
  /** Beside the form on wide screens, else below it. When it arrives, nothing else moves. */
  beside?: ReactNode;
  /** Two columns on wide screens, for forms with many fields. */
  wide?: boolean;
}

/** Pages that can be read without signing in. */
const more = [
  ['/about_us', 'more.about'],
  ['/pricing', 'more.pricing'],
  ['/contact_us', 'more.contact'],
] as const;

/** Card around all forms before sign-in. */
export function AccountFrame({ title, onSubmit, children, footer, beside, wide = false }: AccountFrameProps) {
  const { t } = useTranslation('account');
  return (
    <main className={styles.page}>
      <form className={styles.form} data-wide={wide || undefined} onSubmit={onSubmit} noValidate>
        <div className={styles.brand}>
          <Logo />
          {t('login.product')}
        </div>
        <h1>{title}</h1>
        {children}
        <div className={styles.language}>
          <LanguageSwitch />
        </div>
        {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
      </form>
      <nav className={styles.more} aria-label={t('more.label')}>
        {more.map(([to, text]) => (
          <Link key={to} to={to}>
            {t(text)}
          </Link>
        ))}
      </nav>
      {beside}
    </main>
  );
}
