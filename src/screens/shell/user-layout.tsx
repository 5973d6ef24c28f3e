import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ArrowLeftRight, Bot, ClipboardList, History, Lock, LogOut, MessageCircle, MessagesSquare } from 'lucide-react';
import { flagsOf } from '#domain/permissions.ts';
import type { Me } from '#domain/users.ts';
import { buttonClass } from '../../ui/button.tsx';
import { useFreshMe } from '../fresh-me.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Frame } from './frame.tsx';
import { Navigation, NavGroup, NavItem } from './navigation.tsx';
import { useUnread, type Unread } from './unread.ts';
import styles from './navigation.module.css';

/** The frame of customers' screens. */
export function UserLayout({ title, children }: { title: string; children: ReactNode }) {
  const me = useFreshMe();
  const unread = useUnread();
  return (
    <Frame
      title={title}
      navigation={<UserNavigation me={me} unread={unread} />}
      bottomBar={<BottomBar me={me} unread={unread} />}
      waitingPath="/waiting"
    >
      {children}
    </Frame>
  );
}

function UserNavigation({ me, unread }: { me: Me; unread: Unread }) {
  const { t } = useTranslation();
  const flags = flagsOf(me);
  const foot = (
    <>
      {flags.isAdmin && (
        <NavItem to="/admin/expert-chat-messages" icon={<ArrowLeftRight aria-hidden />}>
          {t('nav.toAdmin')}
        </NavItem>
      )}
      <NavItem to="/logout" icon={<LogOut aria-hidden />}>
        {t('nav.logout')}
      </NavItem>
    </>
  );
  const chats = [
    ...(flags.disableAiChat ? [] : [<GeneralItem key="general" unread={unread.ai} />]),
    <ExpertItem key="expert" allowed={flags.canChatWithExperts} unread={unread.expert} />,
  ];
  // Standard plans have the experts first, as specified.
  const reversed = me.plan?.name.trim().toLowerCase() === 'standard';
  return (
    <Navigation product={t('site.short')} label={t('shell.navigation')} foot={foot}>
      <NavGroup title={t('nav.chat')}>{reversed ? chats.toReversed() : chats}</NavGroup>
      {flags.hasNavigatorPremiumPass && (
        <NavGroup title={t('nav.orders')}>
          <NavItem to="/one-stop-order/Prototyping" icon={<ClipboardList aria-hidden />}>
            {t('nav.prototyping')}
          </NavItem>
          <NavItem to="/one-stop-order/history" icon={<History aria-hidden />}>
            {t('nav.history')}
          </NavItem>
          <NavItem
            to="/one-stop-order/messenger"
            icon={<MessagesSquare aria-hidden />}
            count={unread.po}
            countLabel={t('unread', { count: unread.po })}
          >
            {t('nav.messenger')}
          </NavItem>
        </NavGroup>
      )}
      {flags.isInstantTester && (
        <div className={styles.subscribe}>
          <Link to="/pricing" className={buttonClass} data-variant="primary">
            {t('nav.subscribe')}
          </Link>
        </div>
      )}
    </Navigation>
  );
}

function GeneralItem({ unread }: { unread: number }) {
  const { t } = useTranslation();
  return (
    <NavItem to="/chat/general" icon={<Bot aria-hidden />} count={unread} countLabel={t('unread', { count: unread })}>
      {t('nav.general')}
    </NavItem>
  );
}

function ExpertItem({ allowed, unread }: { allowed: boolean; unread: number }) {
  const { t } = useTranslation();
  return (
    <NavItem
      to={allowed ? '/chat/chat-with-expert' : '/pricing'}
      icon={allowed ? <MessageCircle aria-hidden /> : <Lock aria-hidden />}
      count={unread}
      countLabel={t('unread', { count: unread })}
      disabledReason={allowed ? undefined : t('nav.expertLocked')}
    >
      {t('nav.expert')}
    </NavItem>
  );
}
