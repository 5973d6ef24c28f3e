import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router-dom';
import Bot from 'lucide-react/icons/bot';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import MessagesSquare from 'lucide-react/icons/messages-square';
import { flagsOf } from '#domain/account/permissions.ts';
import type { Me } from '#domain/account/users.ts';
import type { UnreadCounts } from './unread.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './bottom-bar.module.css';

interface BottomBarProps {
  me: Me;
  unread: UnreadCounts;
  /** Number of orders that need the user. */
  ordersInNeed: number;
}

/** Bottom navigation on phones: chat, orders and messages, each only for users who may open it. */
export function BottomBar({ me, unread, ordersInNeed }: BottomBarProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const flags = flagsOf(me);
  const items = [
    { to: '/chat/general', text: t('bar.chat'), Icon: Bot, count: unread.ai, shown: !flags.disableAiChat },
    {
      to: '/one-stop-order/history',
      text: t('bar.orders'),
      Icon: ClipboardList,
      count: unread.po,
      inNeed: ordersInNeed,
      shown: flags.hasNavigatorPremiumPass,
      under: '/one-stop-order/',
    },
    {
      to: '/chat/chat-with-expert',
      text: t('bar.messages'),
      Icon: MessagesSquare,
      count: unread.expert,
      shown: flags.canChatWithExperts,
    },
  ].filter((item) => item.shown);
  if (items.length < 2) return null;
  return (
    <nav className={styles.bar} data-foot aria-label={t('shell.bottomBar')}>
      {items.map(({ to, text, Icon, count, under, inNeed = 0 }) => (
        <NavLink
          key={to}
          to={to}
          className={styles.item ?? ''}
          data-active={(under !== undefined && pathname.toLowerCase().startsWith(under)) || undefined}
        >
          <span className={styles.icon}>
            <Icon aria-hidden />
            {count + inNeed > 0 && <span className={styles.dot} />}
          </span>
          {text}
          {count > 0 && <VisuallyHidden>{t('unread', { count })}</VisuallyHidden>}
          {inNeed > 0 && <VisuallyHidden>{t('waiting.needYou', { count: inNeed })}</VisuallyHidden>}
        </NavLink>
      ))}
    </nav>
  );
}
