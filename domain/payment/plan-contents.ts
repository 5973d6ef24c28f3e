import { trialQuestions } from '../account/plans-and-prices.ts';
import {
  canChatWithExperts,
  canPlaceOrders,
  disablesAiChat,
  isInstantTester,
  specialCompanyId,
} from '../account/permissions.ts';
import { plans, type Plan } from '../account/plans-and-prices.ts';
import { sharesOf } from '../account/quotas.ts';
import type { PlanName, User } from '../account/users.ts';

/**
 * Rights that each way of using VFP opens, in the order of the price list. The list is computed by the rules that grant
 * the rights, so it cannot differ from them.
 */

/** Number of questions that the assistant takes, in total or per day. */
interface Questions {
  count: number;
  per: 'total' | 'day';
}

export interface Offer {
  /** `instant`: the free trial of the assistant. `account`: no plan. `trial`: the free days of a plan. */
  kind: 'instant' | 'account' | 'trial' | 'plan';
  plan: PlanName | null;
  /** Null: the assistant is closed. */
  assistant: Questions | null;
  experts: boolean;
  orders: boolean;
}

/** Settings of a server that change the number of questions. */
export interface QuestionLimits {
  trialQuestions: number;
  /** Factor of all quotas. */
  quotaFactor: number;
}

const usualLimits: QuestionLimits = { trialQuestions, quotaFactor: 1 };

/** Returns all offers: both without a plan, then each plan, after its trial if it has one. */
export function offersWith(settings: QuestionLimits = usualLimits): Offer[] {
  const offer = (kind: Offer['kind'], plan: Plan | null): Offer => {
    const user = userOf(kind, plan, settings);
    return {
      kind,
      plan: plan?.id ?? null,
      assistant: questionsOf(user, settings),
      experts: canChatWithExperts(user),
      orders: canPlaceOrders(user),
    };
  };
  return [
    offer('instant', null),
    offer('account', null),
    ...plans.flatMap((plan) => [...(plan.trial ? [offer('trial', plan)] : []), offer('plan', plan)]),
  ];
}

function questionsOf(user: User, { quotaFactor }: QuestionLimits): Questions | null {
  if (disablesAiChat(user)) return null;
  if (isInstantTester(user)) return { count: user.question_limit, per: 'total' };
  return { count: Math.min(...sharesOf('questionsPerDay', user, quotaFactor).map(({ limit }) => limit)), per: 'day' };
}

const statuses = { instant: 'INSTANT_TEST', account: 'ACTIVE', trial: 'FREE_TRIAL', plan: 'ACTIVE' } as const;

/** Returns a user with this offer. Plans with the Navigator are those of the company they are agreed with. */
function userOf(kind: Offer['kind'], plan: Plan | null, { trialQuestions: questions }: QuestionLimits): User {
  const status = kind === 'trial' ? 'trailing' : 'active';
  return {
    id: '',
    role: 'USER',
    status: statuses[kind],
    company_id: plan?.opens.navigator === true ? specialCompanyId : null,
    question_usage: 0,
    question_limit: questions,
    plan: plan === null ? null : { name: plan.id },
    subscription: plan === null ? null : { billing_type: 'fixed', status, current_period_end: null },
  };
}
