import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import BookOpen from 'lucide-react/icons/book-open';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import FileClock from 'lucide-react/icons/file-clock';
import Inbox from 'lucide-react/icons/inbox';
import LogOut from 'lucide-react/icons/log-out';
import MessageCircle from 'lucide-react/icons/message-circle';
import MessagesSquare from 'lucide-react/icons/messages-square';
import ReceiptText from 'lucide-react/icons/receipt-text';
import Tags from 'lucide-react/icons/tags';
import UsersRound from 'lucide-react/icons/users-round';
import { Frame } from '../frame/frame.tsx';
import { MenuColumn } from '../frame/menu-column.tsx';
import { adminMenu } from '../frame/menu.ts';
import { SellerNotice } from '../frame/seller-notice.tsx';
import { useUnread } from '../frame/unread.ts';

const icons = {
  'nav.chatMessages': <MessagesSquare aria-hidden />,
  'nav.experts': <UsersRound aria-hidden />,
  'nav.conversations': <Inbox aria-hidden />,
  'nav.knowledges': <BookOpen aria-hidden />,
  'nav.records': <FileClock aria-hidden />,
  'nav.invoices': <ReceiptText aria-hidden />,
  'nav.poOrders': <ClipboardList aria-hidden />,
  'nav.poChats': <MessageCircle aria-hidden />,
  'nav.rateCard': <Tags aria-hidden />,
  'nav.toUser': <ArrowLeftRight aria-hidden />,
  'nav.logout': <LogOut aria-hidden />,
};

/** Layout of the back office. */
export function AdminLayout({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation();
  const unread = useUnread();
  // Chat Messages lists the rooms of orders too; a message is counted once, where it is answered beside its order.
  const counts = { '/admin/expert-chat-messages': unread.expert, '/admin/po-chat': unread.po };
  const menu = <MenuColumn product={t('site.admin')} home="/admin" menu={adminMenu} icons={icons} counts={counts} />;
  return (
    <Frame title={title} navigation={menu} menu={adminMenu} waitingPath="/admin/waiting">
      <SellerNotice />
      {children}
    </Frame>
  );
}
