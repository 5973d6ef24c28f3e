import { flagsOf } from '#domain/account/permissions.ts';
import type { User } from '#domain/account/users.ts';
import { homeOf, visitorOf, type Visitor } from '../../routing/guards.ts';
import type { MenuItem } from '../frame/menu.ts';

/** Returns the menu of the public header: public pages, and links to sign up or, if signed in, to the dashboard. */
export function publicMenuOf(user: Visitor): { pages: MenuItem[]; ways: MenuItem[] } {
  const visitor = visitorOf(user);
  return { pages: publicPages, ways: visitor === null ? waysIn : [dashboardOf(visitor)] };
}

const publicPages: MenuItem[] = [
  { text: 'nav.about', to: '/about_us' },
  { text: 'nav.pricing', to: '/pricing' },
  { text: 'nav.contact', to: '/contact_us' },
];

const waysIn: MenuItem[] = [
  { text: 'nav.signUp', to: '/user-on-boarding?type=new' },
  { text: 'nav.freeTrial', to: '/user-on-boarding?type=instant_access' },
];

function dashboardOf(user: User): MenuItem {
  return { text: 'nav.dashboard', to: flagsOf(user).isAdmin ? '/admin' : homeOf(user) };
}
