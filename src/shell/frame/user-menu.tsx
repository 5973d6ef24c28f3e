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
import type { Me } from '#domain/account/users.ts';
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

type DialogName = keyof typeof dialogs;

/** Account menu of the signed-in user. A native popover: it closes on Escape and on a click elsewhere. */
export function UserMenu({ waitingPath }: { waitingPath: string }) {
  const { t } = useTranslation();
  const me = useFreshMe();
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const close = () => menu.current?.hidePopover();
  const handleToggle = useNativeLayer(close);
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<DialogName>();
  const handleOpen = (name: DialogName) => {
    close();
    // When the dialog closes, it returns the focus to the element that had it.
    button.current?.focus();
    setOpen(name);
  };
  const handleCookies = () => {
    close();
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
        <Who me={me} />
        <Places me={me} waitingPath={waitingPath} onGo={close} />
        <div className={styles.theme}>
          <ThemeSwitch itemClass={styles.item} />
        </div>
        <LanguageSwitch />
        <Link to="/settings/upload?tab=account" className={styles.item} onClick={close}>
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
      {open !== undefined && <OpenDialog name={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

/** Who is signed in, with which plan, and whether the account is about to be deleted. */
function Who({ me }: { me: Me }) {
  const { t, i18n } = useTranslation();
  return (
    <div className={styles.who}>
      <strong>{me.display_name}</strong>
      <span>{me.email}</span>
      {me.company !== null && <span>{me.company.name}</span>}
      {me.plan !== null && <span>{t('shell.plan', { plan: planNamed(me.plan.name)?.name ?? me.plan.name })}</span>}
      {typeof me.deletion_due_at === 'string' && (
        <strong>{t('account:menu.leaving', { date: dateOf(i18n.language, me.deletion_due_at) })}</strong>
      )}
    </div>
  );
}

interface PlacesProps {
  me: Me;
  waitingPath: string;
  onGo: () => void;
}

/** The pages of the user's own things. */
function Places({ me, waitingPath, onGo }: PlacesProps) {
  const { t } = useTranslation();
  return (
    <>
      <Link to={waitingPath} className={styles.item} onClick={onGo}>
        <ArrowUpDown aria-hidden />
        {t('nav.waiting')}
      </Link>
      <Link to="/settings/upload" className={styles.item} onClick={onGo}>
        <Folder aria-hidden />
        {t('account:menu.files')}
      </Link>
      {!isStaff(me) && (
        <Link to="/pay" className={styles.item} onClick={onGo}>
          <CreditCard aria-hidden />
          {t('account:menu.plan')}
        </Link>
      )}
    </>
  );
}

function OpenDialog({ name, onClose }: { name: DialogName; onClose: () => void }) {
  const Dialog = dialogs[name];
  return (
    <Suspense fallback={null}>
      <Dialog onClose={onClose} />
    </Suspense>
  );
}
