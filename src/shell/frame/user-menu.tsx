import { lazy, Suspense, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import ArrowUpDown from 'lucide-react/icons/arrow-up-down';
import Cookie from 'lucide-react/icons/cookie';
import CreditCard from 'lucide-react/icons/credit-card';
import Folder from 'lucide-react/icons/folder';
import Lock from 'lucide-react/icons/lock';
import LogOut from 'lucide-react/icons/log-out';
import Monitor from 'lucide-react/icons/monitor';
import UserRound from 'lucide-react/icons/user-round';
import { isStaff } from '#domain/account/permissions.ts';
import { planNamed } from '#domain/account/plans-and-prices.ts';
import { openConsentChoice } from '../consent/consent-question.ts';
import { initialsOf } from '../../i18n/initials.ts';
import { useFreshMe } from '../../session/fresh-me.ts';
import { dateOf } from '../../i18n/times.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { useNativeLayer } from '../../ui/use-layer.ts';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import popover from '../../ui/popover-menu.module.css';
import { ThemeSwitch } from './theme-switch.tsx';
import styles from './user-menu.module.css';

/** Dialogs that the menu opens, loaded on demand. */
const dialogs = {
  devices: lazy(async () => ({ default: (await import('../../account/security/devices-dialog.tsx')).DevicesDialog })),
  password: lazy(async () => ({
    default: (await import('../../account/security/new-password-dialog.tsx')).NewPasswordDialog,
  })),
};

/** Account menu of the signed-in user. A native popover: it closes on Escape and on a click elsewhere. */
export function UserMenu({ waitingPath }: { waitingPath: string }) {
  const { t, i18n } = useTranslation();
  const me = useFreshMe();
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const handleToggle = useNativeLayer(() => menu.current?.hidePopover());
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<keyof typeof dialogs>();
  const OpenDialog = open === undefined ? undefined : dialogs[open];
  const handleOpen = (name: keyof typeof dialogs) => {
    menu.current?.hidePopover();
    // When the dialog closes, it returns the focus to the element that had it.
    button.current?.focus();
    setOpen(name);
  };
  const handleCookies = () => {
    menu.current?.hidePopover();
    openConsentChoice();
  };
  return (
    <>
      <button ref={button} type="button" className={styles.button} popoverTarget={id}>
        <span className={styles.picture} aria-hidden>
          {initialsOf(me.display_name)}
        </span>
        <VisuallyHidden>{t('shell.account', { name: me.display_name })}</VisuallyHidden>
      </button>
      <div id={id} ref={menu} popover="auto" className={popover.menu} onToggle={handleToggle}>
        <div className={styles.who}>
          <strong>{me.display_name}</strong>
          <span>{me.email}</span>
          {me.company !== null && <span>{me.company.name}</span>}
          {me.plan !== null && <span>{t('shell.plan', { plan: planNamed(me.plan.name)?.name ?? me.plan.name })}</span>}
          {typeof me.deletion_due_at === 'string' && (
            <strong>{t('account:menu.leaving', { date: dateOf(i18n.language, me.deletion_due_at) })}</strong>
          )}
        </div>
        <Link to={waitingPath} className={styles.item} onClick={() => menu.current?.hidePopover()}>
          <ArrowUpDown aria-hidden />
          {t('nav.waiting')}
        </Link>
        <Link to="/settings/upload" className={styles.item} onClick={() => menu.current?.hidePopover()}>
          <Folder aria-hidden />
          {t('account:menu.files')}
        </Link>
        {!isStaff(me) && (
          <Link to="/pay" className={styles.item} onClick={() => menu.current?.hidePopover()}>
            <CreditCard aria-hidden />
            {t('account:menu.plan')}
          </Link>
        )}
        <div className={styles.theme}>
          <ThemeSwitch itemClass={styles.item} />
        </div>
        <LanguageSwitch />
        <Link to="/settings/upload?tab=account" className={styles.item} onClick={() => menu.current?.hidePopover()}>
          <UserRound aria-hidden />
          {t('account:menu.account')}
        </Link>
        <button type="button" className={styles.item} onClick={() => handleOpen('devices')}>
          <Monitor aria-hidden />
          {t('account:menu.devices')}
        </button>
        <button type="button" className={styles.item} onClick={() => handleOpen('password')}>
          <Lock aria-hidden />
          {t('account:menu.password')}
        </button>
        <button type="button" className={styles.item} onClick={handleCookies}>
          <Cookie aria-hidden />
          {t('cookies')}
        </button>
        <Link to="/logout" className={styles.item}>
          <LogOut aria-hidden />
          {t('nav.logout')}
        </Link>
      </div>
      {OpenDialog !== undefined && (
        <Suspense fallback={null}>
          <OpenDialog onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  );
}
