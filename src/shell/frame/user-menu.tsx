import { lazy, Suspense, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LucideIcon } from 'lucide-react';
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
  const OpenDialog = open === undefined ? undefined : dialogs[open];
  const handleOpen = (name: DialogName) => {
    close();
    // A dialog that closes returns the focus to the element that had it.
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
        <MenuLink to={waitingPath} icon={ArrowUpDown} text={t('nav.waiting')} onGo={close} />
        <MenuLink to="/settings/upload" icon={Folder} text={t('account:menu.files')} onGo={close} />
        {!isStaff(me) && <MenuLink to="/pay" icon={CreditCard} text={t('account:menu.plan')} onGo={close} />}
        <div className={styles.theme}>
          <ThemeSwitch itemClass={styles.item} />
        </div>
        <LanguageSwitch />
        <MenuLink to="/settings/upload?tab=account" icon={UserRound} text={t('account:menu.account')} onGo={close} />
        <MenuButton icon={Monitor} text={t('account:menu.devices')} onClick={() => handleOpen('devices')} />
        <MenuButton icon={Lock} text={t('account:menu.password')} onClick={() => handleOpen('password')} />
        <MenuButton icon={Cookie} text={t('cookies')} onClick={handleCookies} />
        <MenuLink to="/logout" icon={LogOut} text={t('nav.logout')} />
      </div>
      {OpenDialog !== undefined && (
        <Suspense fallback={null}>
          <OpenDialog onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  );
}

/** Shows who is signed in, with which plan, and whether the account is about to be deleted. */
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

interface MenuLinkProps {
  to: string;
  icon: LucideIcon;
  text: string;
  onGo?: () => void;
}

function MenuLink({ to, icon: Icon, text, onGo }: MenuLinkProps) {
  return (
    <Link to={to} className={styles.item} onClick={onGo}>
      <Icon aria-hidden />
      {text}
    </Link>
  );
}

interface MenuButtonProps {
  icon: LucideIcon;
  text: string;
  onClick: () => void;
}

function MenuButton({ icon: Icon, text, onClick }: MenuButtonProps) {
  return (
    <button type="button" className={styles.item} onClick={onClick}>
      <Icon aria-hidden />
      {text}
    </button>
  );
}
