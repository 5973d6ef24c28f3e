import { lazy, Suspense, useId, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useLocation } from 'react-router-dom';
import Menu from 'lucide-react/icons/menu';
import { buttonClass } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { useCurrentUser } from '../../session/auth-context.tsx';
import { openConsentChoice } from '../consent/consent-question.ts';
import { useOptionalSession } from '../../session/session-context.tsx';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { Logo } from '../../ui/logo.tsx';
import popover from '../../ui/popover-menu.module.css';
import { SkipLink } from '../../ui/skip-link.tsx';
import { useNativeLayer } from '../../ui/use-layer.ts';
import type { MenuItem } from '../frame/menu.ts';
import { publicMenuOf } from './public-menu.ts';
import { ThemeSwitch } from '../frame/theme-switch.tsx';
import { pagesWithQuestions, pathOfGuestBox } from '../../routing/guest-box.ts';
import { AskHere } from './ask-here.tsx';
import styles from './public-layout.module.css';

// Loaded only by signed-in users.
const PublicChatBox = lazy(async () => ({ default: (await import('../frame/user-layout.tsx')).PublicChatBox }));

/** Layout of public pages: header, main part, footer. */
export function PublicLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const user = useCurrentUser();
  const session = useOptionalSession();
  const { pathname } = useLocation();
  const [covered, setCovered] = useState(false);
  const { pages, ways } = publicMenuOf(user ?? null);
  return (
    <>
      <div className={styles.frame} inert={covered}>
        <SkipLink />
        <header className={styles.header}>
          <Link to="/about_us" className={styles.brand}>
            <Logo />
            <span className={styles.name}>{t('site.name')}</span>
          </Link>
          <nav className={styles.pages} aria-label={t('shell.navigation')}>
            <Items items={pages} />
          </nav>
          <div className={styles.ways}>
            <span className={styles.theme}>
              <ThemeSwitch />
            </span>
            {/* The user may still be unknown; the space is reserved to avoid a layout shift. */}
            <span className={styles.buttons} data-unknown={user === undefined || undefined}>
              {user === null && (
                <Link to={pathOfGuestBox(pathname)} className={styles.ask}>
                  {t('askHere.link')}
                </Link>
              )}
              {ways.map((way, i) => (
                <Way key={way.to} way={way} primary={i === ways.length - 1} />
              ))}
            </span>
            <SmallMenu items={[...pages, ...ways]} />
          </div>
        </header>
        {/* The footer is rendered together with the page; rendered earlier, it would have to move. */}
        <Suspense fallback={<Loading />}>
          <Main>
            {children}
            {user === null && pagesWithQuestions.includes(pathname) && <AskHere />}
          </Main>
          <Footer />
        </Suspense>
      </div>
      {session !== null && (
        <Suspense fallback={null}>
          <PublicChatBox onCover={setCovered} />
        </Suspense>
      )}
    </>
  );
}

function Main({ children }: { children: ReactNode }) {
  return (
    <main id="main" className={styles.main} tabIndex={-1}>
      {children}
    </main>
  );
}

function Loading() {
  const { t } = useTranslation();
  return (
    <Main>
      <Skeleton label={t('state.loading')} lines={12} />
    </Main>
  );
}

function Footer() {
  const { t } = useTranslation();
  const user = useCurrentUser();
  return (
    <footer className={styles.footer}>
      <span>{t('site.name')}</span>
      <nav className={styles.footerLinks} aria-label={t('shell.footer')}>
        <Link to="/white-paper">{t('nav.whitePaper')}</Link>
        <Link to="/privacy-policy">{t('nav.privacy')}</Link>
        {user === null && <Link to="/login">{t('nav.login')}</Link>}
        <button type="button" className={styles.footerButton} onClick={openConsentChoice}>
          {t('cookies')}
        </button>
      </nav>
      <LanguageSwitch />
    </footer>
  );
}

function Items({ items }: { items: MenuItem[] }) {
  const { t } = useTranslation();
  return items.map(({ text, to }) => (
    <NavLink key={to} to={to} className={styles.link ?? ''}>
      {t(text)}
    </NavLink>
  ));
}

function Way({ way: { text, to }, primary }: { way: MenuItem; primary: boolean }) {
  const { t } = useTranslation();
  return (
    <Link to={to} className={buttonClass} data-variant={primary ? 'primary' : 'secondary'} data-primary={primary}>
      {t(text)}
    </Link>
  );
}

/** Menu on phones: the same links behind a button. A native popover closes on Escape and on a click outside. */
function SmallMenu({ items }: { items: MenuItem[] }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const id = useId();
  return (
    <>
      <button type="button" className={styles.menuButton} popoverTarget={id} aria-label={t('shell.menu')}>
        <Menu aria-hidden />
      </button>
      <SmallMenuItems key={pathname} id={id} items={items} />
    </>
  );
}

function SmallMenuItems({ id, items }: { id: string; items: MenuItem[] }) {
  const { t } = useTranslation();
  const menu = useRef<HTMLElement>(null);
  const handleToggle = useNativeLayer(() => menu.current?.hidePopover());
  return (
    <nav
      ref={menu}
      id={id}
      popover="auto"
      className={popover.menu}
      aria-label={t('shell.menu')}
      onToggle={handleToggle}
    >
      <Items items={items} />
      <span className={styles.themeInMenu}>
        <ThemeSwitch />
      </span>
    </nav>
  );
}
