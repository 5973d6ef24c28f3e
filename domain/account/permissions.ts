import { belongsToNavigator, isStaffed, type RoomType, roomTypes, type Side, talksToAssistant } from './room-types.ts';
import { planNamed, type PlanCapabilities } from './plans-and-prices.ts';
import type { User, SessionFlags, Subscription } from './users.ts';

/** The one company whose navigator-premium plan carries the Navigator pass. */
export const specialCompanyId = 102;

/** Capabilities of the user's plan, matched by its exact name; `professional-flex` does not include expert chat. */
function capabilitiesOf(user: Pick<User, 'plan'>): PlanCapabilities | undefined {
  return planNamed(user.plan?.name)?.opens;
}

/** Whether the user is staff: an expert or an administrator of the platform. */
export function isStaff(user: Pick<User, 'role'>): boolean {
  return user.role === 'EXPERT' || user.role === 'CHATBOT';
}

/** Whether the user is an administrator of the platform. */
export function administersPlatform(user: Pick<User, 'role'>): boolean {
  return user.role === 'CHATBOT';
}

/** Whether the user administers their company. */
export function administersCompany(user: Pick<User, 'role' | 'company_id'>): boolean {
  return user.role === 'COMPANY_ADMIN' && user.company_id !== null;
}

/** Whether the user sees company settings: administrators of a company do, while they have a plan. */
export function seesCompanySettings(user: User): boolean {
  return administersCompany(user) && user.plan !== null;
}

/** Whether the account is a trial of the assistant alone, which has a limited number of questions. */
export function isInstantTester(user: User): boolean {
  return user.status === 'INSTANT_TEST';
}

function subscriptionIsLive(subscription: Subscription | null): boolean {
  return subscription?.status === 'active' || subscription?.status === 'trailing';
}

/** Whether the user may use the Navigator: staff, and the users of `specialCompanyId` by their plan. */
export function hasNavigatorPass(user: Pick<User, 'role' | 'plan' | 'company_id'>): boolean {
  return isStaff(user) || (capabilitiesOf(user)?.navigator === true && user.company_id === specialCompanyId);
}

/**
 * Whether the user may write to the experts: by a live subscription to a plan with expert chat, or by the Navigator
 * pass.
 */
export function canChatWithExperts(user: User): boolean {
  const byPlan = capabilitiesOf(user)?.expertChat === true && subscriptionIsLive(user.subscription);
  return byPlan || hasNavigatorPass(user);
}

/** Whether the assistant is closed to the user: in the free trial of a plan that hides it. */
export function disablesAiChat(user: User): boolean {
  return !isStaff(user) && user.status === 'FREE_TRIAL' && capabilitiesOf(user)?.trialHidesAi === true;
}

/** Whether an instant tester has no questions left. */
export function trialIsUsedUp(user: User): boolean {
  return isInstantTester(user) && user.question_usage >= user.question_limit;
}

/** Whether a user's devices may keep the assistant's answers: those who may ask it, and trials with questions left. */
export function mayKeepAnswers(user: User): boolean {
  return !disablesAiChat(user) && !trialIsUsedUp(user);
}

/** Whether users may read their own rooms of this type. Rooms of orders and results require the Navigator pass. */
export function mayRead(user: User, type: RoomType): boolean {
  return !belongsToNavigator(type) || hasNavigatorPass(user);
}

/** The side on which a user takes part in a room, given the side of their membership. @returns undefined: the room is hidden from them */
export function sideInRoom(user: User, type: RoomType, membership: Side | undefined): Side | undefined {
  return membership ?? (isStaffed(type) && isStaff(user) ? 'support' : undefined);
}

/** Whether a conversation is the user's own one with the assistant, which they alone may rename, pin and delete. */
export function ownsConversation(user: Pick<User, 'id'>, room: { type: RoomType; customerId: string }): boolean {
  return talksToAssistant(room.type) && room.customerId === user.id;
}

/** Whether users may write, as customers, in their own rooms of this type. */
export function mayWrite(user: User, type: RoomType): boolean {
  return type === roomTypes.expert ? canChatWithExperts(user) : mayRead(user, type);
}

/** Placing an order also requires a live subscription, except for staff; viewing an order does not. */
export function canPlaceOrders(user: User): boolean {
  return hasNavigatorPass(user) && (isStaff(user) || subscriptionIsLive(user.subscription));
}

const staffPermissions = [
  'knowledge.write',
  'conversations.reply',
  'orders.command',
  'prices.write',
  'invoices.write',
  'subscriptions.cancel',
  'experts.manage',
  'settings.write',
  'audit.read',
] as const;

/** Returns the names of the user's permissions, as the API lists them; customers have none. */
export function permissionsOf(user: User): string[] {
  return isStaff(user) ? [...staffPermissions] : [];
}

/** Returns the user's rights as the flags that sign-in and `/users/me` reply with. */
export function flagsOf(user: User): SessionFlags {
  return {
    isAdmin: isStaff(user),
    isInstantTester: isInstantTester(user),
    hasNavigatorPremiumPass: hasNavigatorPass(user),
    canChatWithExperts: canChatWithExperts(user),
    disableAiChat: disablesAiChat(user),
  };
}
