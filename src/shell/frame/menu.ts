import { flagsOf, seesCompanySettings } from '#domain/account/permissions.ts';
import { planNamed } from '#domain/account/plans-and-prices.ts';
import type { User } from '#domain/account/users.ts';

/**
 * One entry of a menu. Texts are keys of common.json; `user-layout.tsx` and `../staff/admin-layout.tsx` add icons
 * and counts.
 */
export interface MenuItem {
  text: string;
  to: string;
  /** Text of its count; `unread` where it has none. */
  countText?: 'waiting.needYou';
  /** Reason why the item is disabled; `to` is then the page where that can be changed. */
  disabled?: string;
}

interface MenuGroup {
  /** The heading; null for a group without one. */
  title: string | null;
  items: MenuItem[];
}

export interface Menu {
  groups: MenuGroup[];
  /** The main action, shown as a button. */
  button?: MenuItem;
  foot: MenuItem[];
}

const logout: MenuItem = { text: 'nav.logout', to: '/logout' };

/** Returns the sidebar menu of the user area. */
export function userMenuOf(user: User): Menu {
  const flags = flagsOf(user);
  return {
    groups: [
      { title: 'nav.chat', items: chatsOf(user) },
      ...(flags.hasNavigatorPremiumPass ? [orders] : []),
      ...(seesCompanySettings(user) ? [settings] : []),
    ],
    ...(flags.isInstantTester ? { button: { text: 'nav.subscribe', to: '/pay' } } : {}),
    foot: flags.isAdmin ? [{ text: 'nav.toAdmin', to: '/admin' }, logout] : [logout],
  };
}

/** Returns General, unless the user has no assistant, and Expert; on standard plans Expert comes first. */
function chatsOf(user: User): MenuItem[] {
  const { canChatWithExperts, disableAiChat } = flagsOf(user);
  const general = { text: 'nav.general', to: '/chat/general' };
  const expert = canChatWithExperts
    ? { text: 'nav.expert', to: '/chat/chat-with-expert' }
    : { text: 'nav.expert', to: '/pricing', disabled: 'nav.expertLocked' };
  if (disableAiChat) return [expert];
  return planNamed(user.plan?.name)?.id === 'standard' ? [expert, general] : [general, expert];
}

const orders: MenuGroup = {
  title: 'nav.orders',
  items: [
    { text: 'nav.prototyping', to: '/one-stop-order/Prototyping' },
    { text: 'nav.history', to: '/one-stop-order/history', countText: 'waiting.needYou' },
    { text: 'nav.dataCenter', to: '/one-stop-order/data-center' },
    { text: 'nav.dataGallery', to: '/one-stop-order/data-gallery' },
    { text: 'nav.messenger', to: '/one-stop-order/messenger' },
  ],
};

const settings: MenuGroup = { title: null, items: [{ text: 'nav.settings', to: '/settings/upload' }] };

/** Sidebar menu of the back office. */
export const adminMenu: Menu = {
  groups: [
    {
      title: 'nav.expertCenter',
      items: [
        { text: 'nav.chatMessages', to: '/admin/expert-chat-messages' },
        { text: 'nav.experts', to: '/admin/experts' },
        { text: 'nav.conversations', to: '/admin/conversations' },
      ],
    },
    {
      title: null,
      items: [
        { text: 'nav.knowledges', to: '/admin/knowledges' },
        { text: 'nav.records', to: '/admin/records' },
        { text: 'nav.invoices', to: '/admin/invoices' },
      ],
    },
    {
      title: 'nav.navigator',
      items: [
        { text: 'nav.poOrders', to: '/admin/po_orders' },
        { text: 'nav.poChats', to: '/admin/po-chat' },
        { text: 'nav.rateCard', to: '/admin/rate-card' },
      ],
    },
  ],
  foot: [{ text: 'nav.toUser', to: '/chat/general' }, logout],
};
