import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { isStaff } from '#domain/permissions.ts';
import type { Me } from '#domain/users.ts';
import { homeOf, type GuardName } from './screens/guards.ts';
import { LoginScreen } from './screens/account/login.tsx';

/** Every URL of the app: its guard, its layout, its title (a key of common.json) and its screen, or where it leads. */
export interface ScreenRoute {
  path: string;
  guard: GuardName;
  layout: 'user' | 'admin' | 'plain';
  title: string;
  screen: ComponentType | LazyExoticComponent<ComponentType>;
}

export interface RedirectRoute {
  path: string;
  to: string | ((person: Me | null) => string);
}

function lazily<K extends string>(load: () => Promise<Record<K, ComponentType>>, name: K) {
  return lazy(async () => ({ default: (await load())[name] }));
}

const chat = () => import('./screens/chat/assistant-screens.tsx');
const VerifyScreen = lazily(() => import('./screens/account/verify.tsx'), 'VerifyScreen');
const messenger = () => import('./screens/messenger/screens.tsx');

export const routes: ScreenRoute[] = [
  { path: '/login', guard: 'guest', layout: 'plain', title: 'title.login', screen: LoginScreen },
  {
    path: '/user-on-boarding',
    guard: 'guest',
    layout: 'plain',
    title: 'title.signUp',
    screen: lazily(() => import('./screens/account/sign-up.tsx'), 'SignUpScreen'),
  },
  { path: '/v2-verify-account', guard: 'guest', layout: 'plain', title: 'title.verify', screen: VerifyScreen },
  { path: '/verify-account', guard: 'guest', layout: 'plain', title: 'title.verify', screen: VerifyScreen },
  {
    path: '/forgot-password',
    guard: 'guest',
    layout: 'plain',
    title: 'title.forgot',
    screen: lazily(() => import('./screens/account/forgot-password.tsx'), 'ForgotPasswordScreen'),
  },
  {
    path: '/change-password',
    guard: 'guest',
    layout: 'plain',
    title: 'title.change',
    screen: lazily(() => import('./screens/account/change-password.tsx'), 'ChangePasswordScreen'),
  },
  {
    path: '/chat/general',
    guard: 'ai',
    layout: 'user',
    title: 'title.general',
    screen: lazily(chat, 'GeneralChatScreen'),
  },
  {
    path: '/chat/supplier-provider',
    guard: 'ai',
    layout: 'user',
    title: 'title.supplier',
    screen: lazily(chat, 'SupplierChatScreen'),
  },
  {
    path: '/chat/spec-drawing',
    guard: 'ai',
    layout: 'user',
    title: 'title.spec',
    screen: lazily(chat, 'SpecChatScreen'),
  },
  {
    path: '/chat/benchmarking',
    guard: 'ai',
    layout: 'user',
    title: 'title.benchmark',
    screen: lazily(chat, 'BenchmarkChatScreen'),
  },
  {
    path: '/chat/chat-with-expert',
    guard: 'expert',
    layout: 'user',
    title: 'title.expert',
    screen: lazily(messenger, 'ExpertChatScreen'),
  },
  {
    path: '/one-stop-order/Prototyping/:orderId?',
    guard: 'navigator',
    layout: 'user',
    title: 'title.prototyping',
    screen: lazily(() => import('./screens/navigator/prototyping.tsx'), 'PrototypingScreen'),
  },
  {
    path: '/one-stop-order/history/:orderId?',
    guard: 'navigator',
    layout: 'user',
    title: 'title.history',
    screen: lazily(() => import('./screens/navigator/history.tsx'), 'HistoryScreen'),
  },
  {
    path: '/one-stop-order/messenger',
    guard: 'navigator',
    layout: 'user',
    title: 'title.messenger',
    screen: lazily(messenger, 'OrderMessengerScreen'),
  },
  {
    path: '/waiting',
    guard: 'signedIn',
    layout: 'user',
    title: 'title.waiting',
    screen: lazily(() => import('./screens/waiting/waiting-screen.tsx'), 'WaitingScreen'),
  },
  {
    path: '/settings/upload',
    guard: 'signedIn',
    layout: 'user',
    title: 'title.settings',
    screen: lazily(() => import('./screens/settings/settings-screen.tsx'), 'SettingsScreen'),
  },
  {
    path: '/admin/expert-chat-messages',
    guard: 'staff',
    layout: 'admin',
    title: 'title.adminChat',
    screen: lazily(messenger, 'AdminChatScreen'),
  },
  {
    path: '/admin/waiting',
    guard: 'staff',
    layout: 'admin',
    title: 'title.waiting',
    screen: lazily(() => import('./screens/waiting/waiting-screen.tsx'), 'WaitingScreen'),
  },
  {
    path: '/logout',
    guard: 'anyone',
    layout: 'plain',
    title: 'title.logout',
    screen: lazily(() => import('./screens/account/logout.tsx'), 'LogoutScreen'),
  },
  {
    path: '/pricing',
    guard: 'anyone',
    layout: 'plain',
    title: 'title.pricing',
    screen: lazily(() => import('./screens/public/pricing.tsx'), 'PricingScreen'),
  },
];

export const redirects: RedirectRoute[] = [
  { path: '/', to: startOf },
  { path: '/chat', to: startOf },
  { path: '/ai-chat', to: '/chat/general' },
  {
    path: '/expert-center',
    to: (person) => (person !== null && isStaff(person) ? '/admin/expert-chat-messages' : '/chat/chat-with-expert'),
  },
  { path: '/one-stop-order', to: '/one-stop-order/Prototyping' },
  { path: '/v2-login', to: '/login' },
  { path: '/try-now', to: (person) => (person === null ? '/user-on-boarding?type=instant_access' : homeOf(person)) },
  { path: '/subscriptions', to: '/pricing' },
  { path: '/admin', to: '/admin/expert-chat-messages' },
  { path: '/admin/login', to: '/login' },
];

function startOf(person: Me | null): string {
  return person === null ? '/chat/general' : homeOf(person);
}
