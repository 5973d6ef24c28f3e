import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import Bot from 'lucide-react/icons/bot';
import ChartLine from 'lucide-react/icons/chart-line';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import Database from 'lucide-react/icons/database';
import History from 'lucide-react/icons/history';
import Lock from 'lucide-react/icons/lock';
import LogOut from 'lucide-react/icons/log-out';
import MessageCircle from 'lucide-react/icons/message-circle';
import MessagesSquare from 'lucide-react/icons/messages-square';
import Settings from 'lucide-react/icons/settings';
import type { Me } from '#domain/account/users.ts';
import { announce } from '../../ui/notice/notices.ts';
import { useFreshMe } from '../../session/fresh-me.ts';
import { homeOf } from '../../routing/guards.ts';
import { BottomBar } from './bottom-bar.tsx';
import { useCheckedAnswers } from './checked-answers.ts';
import { Frame } from './frame.tsx';
import { useLeftoverTyping } from './use-leftover-typing.ts';
import { MenuColumn } from './menu-column.tsx';
import { userMenuOf } from './menu.ts';
import { useOrdersInNeed, useUnread } from './unread.ts';

// Exported from here, so that the build makes no separate chunk for it.
export { PublicChatBox } from './public-chat-box.tsx';

const icons = {
  'nav.general': <Bot aria-hidden />,
  'nav.expert': <MessageCircle aria-hidden />,
  'nav.expertLocked': <Lock aria-hidden />,
  'nav.prototyping': <ClipboardList aria-hidden />,
  'nav.history': <History aria-hidden />,
  'nav.dataCenter': <Database aria-hidden />,
  'nav.dataGallery': <ChartLine aria-hidden />,
  'nav.messenger': <MessagesSquare aria-hidden />,
  'nav.settings': <Settings aria-hidden />,
  'nav.toAdmin': <ArrowLeftRight aria-hidden />,
  'nav.logout': <LogOut aria-hidden />,
};

/** Layout of the customers' pages. */
export function UserLayout({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation();
  const me = useFreshMe();
  const unread = useUnread();
  const inNeed = useOrdersInNeed();
  useLeftoverTyping();
  useCompanyLeft(me);
  useCheckedAnswers();
  const counts = {
    '/chat/general': unread.ai,
    '/chat/chat-with-expert': unread.expert,
    '/one-stop-order/history': inNeed,
    '/one-stop-order/messenger': unread.po,
  };
  const menu = userMenuOf(me);
  const column = <MenuColumn product={t('site.short')} home={homeOf(me)} menu={menu} icons={icons} counts={counts} />;
  return (
    <Frame
      title={title}
      navigation={column}
      menu={menu}
      bottomBar={<BottomBar me={me} unread={unread} ordersInNeed={inNeed} />}
      waitingPath="/waiting"
    >
      {children}
    </Frame>
  );
}

/** Notifies a user who was removed from their company while the app was open. */
function useCompanyLeft(me: Me): void {
  const { t } = useTranslation();
  const last = useRef({ id: me.id, company: me.company });
  useEffect(() => {
    const before = last.current;
    last.current = { id: me.id, company: me.company };
    if (before.id !== me.id || before.company === null || me.company !== null) return;
    announce(t, 'companyLeft', { title: t('notice.companyLeft', { company: before.company.name }) });
  }, [me.id, me.company, t]);
}
