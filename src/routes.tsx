import { lazy, type ComponentType } from 'react';
import type { Namespace } from '#domain/ground/languages.ts';
import type { ShowOrder } from './chat/parts/order-sheet-context.ts';
import type { PagePath } from './routing/route-table.ts';
import { type LateComponent, late } from './ui/states/late.tsx';

/** Maps each page and layout of `routing/route-table.ts` to its component. */

/** A page, and the namespaces of its texts that are loaded with its code, besides those of every page. */
type Screen = LateComponent & { texts: readonly Namespace[] };

function lazily<K extends string>(
  load: () => Promise<Record<K, ComponentType>>,
  name: K,
  ...texts: Namespace[]
): Screen {
  return Object.assign(
    late(async () => (await load())[name]),
    { texts },
  );
}

const LoginScreen = lazily(() => import('./account/sign-in/login.tsx'), 'LoginScreen');
/**
 * Loads a page that is only for reading, or useless without a network. It is not cached on the device; when it cannot
 * be loaded offline, a page that says so takes its place.
 */
function uncached<K extends string>(
  load: () => Promise<Record<K, ComponentType>>,
  name: K,
  ...texts: Namespace[]
): Screen {
  const get = async () => {
    try {
      return (await load())[name];
    } catch (error) {
      if (navigator.onLine) throw error;
      return (await import('./shell/public/not-here.tsx')).NotHereScreen;
    }
  };
  return Object.assign(late(get), { texts });
}

const chat = () => import('./assistant/conversations/assistant.tsx');
const messenger = () => import('./chat/rooms/screens.tsx');
const VerifyScreen = lazily(() => import('./account/sign-in/verify.tsx'), 'VerifyScreen');
const WaitingScreen = lazily(() => import('./shell/waiting/waiting-screen.tsx'), 'WaitingScreen', 'chat');
const notFound = () => import('./shell/public/not-found.tsx');
const NotFoundScreen = lazily(notFound, 'NotFoundScreen');
const UnknownAdminScreen = lazily(notFound, 'UnknownAdminScreen');
/** Placeholder for pages that are not built yet, with what they will show. */
const LaterScreen = lazily(() => import('./shell/later/later-screen.tsx'), 'LaterScreen');

export const screens: Record<PagePath, Screen> = {
  '/login': LoginScreen,
  '/user-on-boarding': lazily(() => import('./account/sign-in/sign-up.tsx'), 'SignUpScreen'),
  '/v2-verify-account': VerifyScreen,
  '/verify-account': VerifyScreen,
  '/forgot-password': lazily(() => import('./account/sign-in/forgot-password.tsx'), 'ForgotPasswordScreen'),
  '/change-password': lazily(() => import('./account/sign-in/change-password.tsx'), 'ChangePasswordScreen'),
  '/logout': lazily(() => import('./account/security/logout.tsx'), 'LogoutScreen'),

  '/chat/general': lazily(chat, 'GeneralChatScreen', 'chat'),
  '/chat/supplier-provider': lazily(chat, 'SupplierChatScreen', 'chat'),
  '/chat/spec-drawing': lazily(chat, 'SpecChatScreen', 'chat'),
  '/chat/benchmarking': lazily(chat, 'BenchmarkChatScreen', 'chat'),
  '/chat/failure-finder/:treeId?': lazily(() => import('./assistant/finder/finder-screen.tsx'), 'FinderScreen', 'chat'),
  '/chat/chat-with-expert': lazily(messenger, 'ExpertChatScreen', 'chat'),
  '/one-stop-order/Prototyping/:orderId?': lazily(
    () => import('./order/wizard/prototyping.tsx'),
    'PrototypingScreen',
    'navigator',
  ),
  '/one-stop-order/history/:orderId?': lazily(
    () => import('./order/history/history.tsx'),
    'HistoryScreen',
    'navigator',
  ),
  '/one-stop-order/compare': uncached(() => import('./order/history/compare.tsx'), 'CompareScreen'),
  '/one-stop-order/data-center': LaterScreen,
  '/one-stop-order/data-gallery': LaterScreen,
  '/one-stop-order/messenger': lazily(messenger, 'OrderMessengerScreen', 'chat'),
  '/settings/upload': lazily(() => import('./account/settings/settings-screen.tsx'), 'SettingsScreen', 'company'),
  '/pay': uncached(() => import('./payment/pay-screen.tsx'), 'PayScreen', 'payments'),
  '/waiting': WaitingScreen,

  '/admin': LaterScreen,
  '/admin/login': LoginScreen,
  '/admin/expert-chat-messages': lazily(messenger, 'AdminChatScreen', 'chat'),
  '/admin/experts': LaterScreen,
  '/admin/conversations': LaterScreen,
  '/admin/conversations/:conversationId': LaterScreen,
  '/admin/knowledges': uncached(
    () => import('./assistant/staff/qnas/knowledges-screen.tsx'),
    'KnowledgesScreen',
    'admin',
  ),
  '/admin/knowledges-center/:tab?': uncached(
    () => import('./assistant/staff/center/knowledge-center-screen.tsx'),
    'KnowledgeCenterScreen',
    'center',
  ),
  '/admin/records': uncached(
    () => import('./assistant/staff/records/records-screen.tsx'),
    'RecordsScreen',
    'admin',
    'center',
  ),
  '/admin/invoices': LaterScreen,
  '/admin/po_orders': uncached(() => import('./order/staff/list/orders-screen.tsx'), 'OrdersScreen', 'admin'),
  '/admin/po_orders/:orderId': uncached(
    () => import('./order/staff/sheet/order-screen.tsx'),
    'OrderScreen',
    'admin',
    'navigator',
  ),
  '/admin/po-chat': uncached(() => import('./chat/staff/po-chat-screen.tsx'), 'PoChatScreen', 'admin', 'chat'),
  '/admin/rate-card': uncached(
    () => import('./order/staff/rate-card/rate-card-screen.tsx'),
    'RateCardScreen',
    'admin',
    'navigator',
  ),
  '/admin/waiting': WaitingScreen,
  '/admin/*': UnknownAdminScreen,

  '/pricing': lazily(() => import('./shell/public/pricing.tsx'), 'PricingScreen'),
  '/about_us': uncached(() => import('./shell/public/online/about.tsx'), 'AboutScreen'),
  '/contact_us': uncached(() => import('./shell/public/online/contact.tsx'), 'ContactScreen'),
  '/privacy-policy': uncached(() => import('./shell/public/online/privacy.tsx'), 'PrivacyScreen'),
  '/white-paper': uncached(() => import('./shell/public/online/white-paper.tsx'), 'WhitePaperScreen'),
  '/deactivate-expert-notification': uncached(
    () => import('./shell/public/online/no-expert-mails.tsx'),
    'NoExpertMailsScreen',
  ),
  '/undo-email-change': uncached(() => import('./shell/public/online/undo-email-change.tsx'), 'UndoEmailChangeScreen'),
  '*': NotFoundScreen,
};

const OrderSheet = lazy(async () => ({
  default: (await import('./order/sheet/order-sheet.tsx')).RoomOrderSheet,
}));

/** Renders the sheet of an order over its room. */
export const showOrder: ShowOrder = (orderId, onClose) => <OrderSheet orderId={orderId} onClose={onClose} />;

export const layouts = {
  user: late(async () => (await import('./shell/frame/user-layout.tsx')).UserLayout),
  admin: late(async () => (await import('./shell/staff/admin-layout.tsx')).AdminLayout),
};
