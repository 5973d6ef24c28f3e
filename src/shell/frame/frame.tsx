import { Suspense, useRef, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import Menu from 'lucide-react/icons/menu';
import X from 'lucide-react/icons/x';
import { IconButton } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';
import { ChatBoxButton } from './chat-box-button.tsx';
import { useChatBox } from './chat-box-state.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { ErrorBoundary } from '../../ui/states/error-boundary.tsx';
import { ChatBox } from './lazy-chat-box.ts';
import { useSteadyHeight } from '../../ui/steady-height.ts';
import { OutdatedDialog } from './outdated-dialog.tsx';
import type { Menu as MenuContent } from './menu.ts';
import { PaletteOpener } from './palette-opener.tsx';
import { useNativeLayer } from '../../ui/use-layer.ts';
import { ThemeSwitch } from './theme-switch.tsx';
import { UpdateChip } from './update-chip.tsx';
import { UserMenu } from './user-menu.tsx';
import { WaitingChip } from './waiting-chip.tsx';
import styles from './frame.module.css';

interface FrameProps {
  title: string;
  /** Content of the sidebar and, on phones, of the drawer. */
  navigation: ReactNode;
  bottomBar?: ReactNode;
  /** The menu whose pages the palette finds. */
  menu: MenuContent;
  waitingPath: string;
  children: ReactNode;
}

/** Frame of every page behind the sign-in: sidebar, header, banners and the page itself. */
export function Frame({ title, navigation, bottomBar, menu, waitingPath, children }: FrameProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const drawer = useRef<HTMLDialogElement>(null);
  const banners = useSteadyHeight<HTMLOutputElement>();
  const { button, ...box } = useChatBox();
  return (
    <>
      <div className={styles.frame} data-bottom-bar={bottomBar !== undefined || undefined} inert={box.covers}>
        <SkipLink />
        <aside className={styles.sidebar}>{navigation}</aside>
        <Drawer key={pathname} ref={drawer}>
          {navigation}
        </Drawer>
        <header className={styles.header}>
          <div className={styles.menuButton}>
            <IconButton
              label={t('shell.menu')}
              icon={<Menu aria-hidden />}
              onClick={() => drawer.current?.showModal()}
            />
          </div>
          <h1 className={styles.title}>{title}</h1>
          <div className={styles.actions}>
            <UpdateChip />
            <WaitingChip path={waitingPath} />
            <PaletteOpener menu={menu} />
            {box.available && <ChatBoxButton ref={button} open={box.open} onClick={box.toggle} />}
            <div className={styles.theme}>
              <ThemeSwitch />
            </div>
            <UserMenu waitingPath={waitingPath} />
          </div>
        </header>
        <output ref={banners} className={styles.banners}>
          <ConnectionBanner />
        </output>
        <main id="main" className={styles.main} tabIndex={-1}>
          <ErrorBoundary key={pathname}>
            <Suspense fallback={<Skeleton label={t('state.loading')} lines={6} />}>{children}</Suspense>
          </ErrorBoundary>
        </main>
        {bottomBar}
      </div>
      <OutdatedDialog />
      {box.open && (
        <ErrorBoundary>
          <Suspense fallback={null}>
            <ChatBox orderId={box.orderId} covers={box.covers} onClose={box.close} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}

/** The sidebar on phones, over the page. */
function Drawer({ ref, children }: { ref: RefObject<HTMLDialogElement | null>; children: ReactNode }) {
  const { t } = useTranslation();
  const handleClose = () => ref.current?.close();
  const handleToggle = useNativeLayer(handleClose);
  return (
    <dialog ref={ref} closedby="any" className={styles.drawer} aria-label={t('shell.menu')} onToggle={handleToggle}>
      <div className={styles.drawerInside}>
        <div className={styles.drawerClose}>
          <IconButton label={t('shell.closeMenu')} icon={<X aria-hidden />} onClick={handleClose} />
        </div>
        {children}
      </div>
    </dialog>
  );
}
