import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ArrowLeftRight, LogOut, MessagesSquare } from 'lucide-react';
import { Frame } from './frame.tsx';
import { Navigation, NavGroup, NavItem } from './navigation.tsx';
import { useUnread } from './unread.ts';

/** The frame of the back office. */
export function AdminLayout({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation();
  const unread = useUnread();
  const count = unread.expert + unread.po;
  const foot = (
    <>
      <NavItem to="/chat/general" icon={<ArrowLeftRight aria-hidden />}>
        {t('nav.toUser')}
      </NavItem>
      <NavItem to="/logout" icon={<LogOut aria-hidden />}>
        {t('nav.logout')}
      </NavItem>
    </>
  );
  const navigation = (
    <Navigation product={t('site.admin')} label={t('shell.navigation')} foot={foot}>
      <NavGroup title={t('nav.expertCenter')}>
        <NavItem
          to="/admin/expert-chat-messages"
          icon={<MessagesSquare aria-hidden />}
          count={count}
          countLabel={t('unread', { count })}
        >
          {t('nav.chatMessages')}
        </NavItem>
      </NavGroup>
    </Navigation>
  );
  return (
    <Frame title={title} navigation={navigation} waitingPath="/admin/waiting">
      {children}
    </Frame>
  );
}
