import type { PlanName } from './users.ts';

export const freeTrialDays = 14;
export const trialQuestions = 10;

/** Rights that a plan gives besides the assistant. */
export interface PlanCapabilities {
  expertChat: boolean;
  navigator: boolean;
  /** Whether the assistant is hidden during the plan's trial, whose purpose is to introduce the experts. */
  trialHidesAi: boolean;
}

/** A plan: its price, contents and capabilities. */
export interface Plan {
  id: PlanName;
  name: string;
  /** Price of one interval, in the currency's smallest unit, before tax. */
  price: number;
  currency: 'EUR';
  interval: 'month';
  /** Keys in payments.json of the features it includes. */
  features: readonly PlanFeature[];
  /** Number of members of one company who may use it. */
  licenses: number;
  /** `request`: not sold in the app, because it requires an agreement first. */
  sale: 'self' | 'request';
  /** Whether it may be tried for `freeTrialDays` days. */
  trial: boolean;
  opens: PlanCapabilities;
}

type PlanFeature = 'assistant' | 'files' | 'offline' | 'company' | 'experts' | 'orders';

const euroMonthly = { currency: 'EUR', interval: 'month' } as const;
const nothing = { expertChat: false, navigator: false, trialHidesAi: false };
const experts = { expertChat: true, navigator: false, trialHidesAi: true };

/**
 * All plans in display order: the only source of prices, licenses and capabilities. A new price applies to later
 * purchases; running subscriptions keep theirs.
 */
export const plans: readonly Plan[] = [
  {
    id: 'standard',
    name: 'Standard',
    price: 49_00,
    ...euroMonthly,
    features: ['assistant', 'files', 'offline'],
    licenses: 1,
    sale: 'self',
    trial: false,
    opens: nothing,
  },
  {
    id: 'professional-flex',
    name: 'Professional Flex',
    price: 119_00,
    ...euroMonthly,
    features: ['assistant', 'files', 'offline', 'company'],
    licenses: 3,
    sale: 'self',
    trial: false,
    opens: nothing,
  },
  {
    id: 'professional',
    name: 'Professional',
    price: 249_00,
    ...euroMonthly,
    features: ['assistant', 'files', 'offline', 'company', 'experts'],
    licenses: 5,
    sale: 'self',
    trial: true,
    opens: experts,
  },
  {
    id: 'premium',
    name: 'Premium',
    price: 590_00,
    ...euroMonthly,
    features: ['assistant', 'files', 'offline', 'company', 'experts'],
    licenses: 15,
    sale: 'self',
    trial: true,
    opens: experts,
  },
  {
    id: 'navigator-premium',
    name: 'Navigator Premium',
    price: 1490_00,
    ...euroMonthly,
    features: ['assistant', 'files', 'offline', 'company', 'experts', 'orders'],
    licenses: 25,
    // The Navigator pass is bound to one company by agreement, so buying the plan alone would unlock nothing.
    sale: 'request',
    trial: false,
    opens: { expertChat: false, navigator: true, trialHidesAi: false },
  },
];

/** Finds a plan by its name, trimmed and in lower case. @returns undefined for no name or an unknown one */
export function planNamed(name: string | undefined): Plan | undefined {
  const id = name?.trim().toLowerCase();
  return plans.find((plan) => plan.id === id);
}

/** Whether a plan includes more than the assistant: experts or orders. */
export function isPremium({ opens }: Plan): boolean {
  return opens.expertChat || opens.navigator;
}
