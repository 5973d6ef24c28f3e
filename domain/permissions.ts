import type { Side } from './chat.ts';
import { belongsToNavigator, isStaffed, type RoomType, roomTypes } from './room-types.ts';
import { planNamed, type PlanCapabilities } from './plans.ts';
import type { Person, SessionFlags, Subscription } from './users.ts';

/** The one company whose navigator-premium plan carries the Navigator pass. */
export const specialCompanyId = 102;

/** Capabilities of the user's plan, matched by its exact name; `professional-flex` does not include expert chat. */
function capabilitiesOf(person: Person): PlanCapabilities | undefined {
  return planNamed(person.plan?.name)?.opens;
}

/** Whether the user is staff: an expert or an administrator of the platform. */
export function isStaff(person: Pick<Person, 'role'>): boolean {
  return person.role === 'EXPERT' || person.role === 'CHATBOT';
}

/** Whether the user administers their company. */
export function administersCompany(person: Pick<Person, 'role' | 'company_id'>): boolean {
  return person.role === 'COMPANY_ADMIN' && person.company_id !== null;
}

/** Whether the user sees company settings: administrators of a company do, while they have a plan. */
export function seesCompanySettings(person: Person): boolean {
  return administersCompany(person) && person.plan !== null;
}

/** Whether the account is a trial of the assistant alone, which has a limited number of questions. */
export function isInstantTester(person: Person): boolean {
  return person.status === 'INSTANT_TEST';
}

function subscriptionIsLive(subscription: Subscription | null): boolean {
  return subscription?.status === 'active' || subscription?.status === 'trailing';
}

/** Whether the user may use the Navigator: staff, and the users of `specialCompanyId` by their plan. */
export function hasNavigatorPass(person: Person): boolean {
  return isStaff(person) || (capabilitiesOf(person)?.navigator === true && person.company_id === specialCompanyId);
}

/**
 * Whether the user may write to the experts: by a live subscription to a plan with expert chat, or by the Navigator
 * pass.
 */
export function canChatWithExperts(person: Person): boolean {
  const byPlan = capabilitiesOf(person)?.expertChat === true && subscriptionIsLive(person.subscription);
  return byPlan || hasNavigatorPass(person);
}

/** Whether the assistant is closed to the user: in the free trial of a plan that hides it. */
export function disablesAiChat(person: Person): boolean {
  return !isStaff(person) && person.status === 'FREE_TRIAL' && capabilitiesOf(person)?.trialHidesAi === true;
}

/** Whether an instant tester has no questions left. */
export function trialIsUsedUp(person: Person): boolean {
  return isInstantTester(person) && person.question_usage >= person.question_limit;
}

/** Whether users may read their own rooms of this type. Rooms of orders and results require the Navigator pass. */
export function mayRead(person: Person, type: RoomType): boolean {
  return !belongsToNavigator(type) || hasNavigatorPass(person);
}

/** The side on which a user takes part in a room, given the side of their membership. @returns undefined: the room is hidden from them */
export function sideInRoom(person: Person, type: RoomType, membership: Side | undefined): Side | undefined {
  return membership ?? (isStaffed(type) && isStaff(person) ? 'support' : undefined);
}

/** Whether users may write, as customers, in their own rooms of this type. */
export function mayWrite(person: Person, type: RoomType): boolean {
  return type === roomTypes.expert ? canChatWithExperts(person) : mayRead(person, type);
}

/** Placing an order also requires a live subscription, except for staff; viewing an order does not. */
export function canPlaceOrders(person: Person): boolean {
  return hasNavigatorPass(person) && (isStaff(person) || subscriptionIsLive(person.subscription));
}

const staffPermissions = [
  'knowledge.write',
  'conversations.reply',
  'orders.command',
  'invoices.write',
  'subscriptions.cancel',
  'experts.manage',
  'settings.write',
  'audit.read',
] as const;

/** Returns the names of the user's permissions, as the API lists them; customers have none. */
export function permissionsOf(person: Person): string[] {
  return isStaff(person) ? [...staffPermissions] : [];
}

/** Returns the user's rights as the flags that sign-in and `/users/me` reply with. */
export function flagsOf(person: Person): SessionFlags {
  return {
    isAdmin: isStaff(person),
    isInstantTester: isInstantTester(person),
    hasNavigatorPremiumPass: hasNavigatorPass(person),
    canChatWithExperts: canChatWithExperts(person),
    disableAiChat: disablesAiChat(person),
  };
}
