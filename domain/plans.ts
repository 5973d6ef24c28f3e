import type { PlanName } from './users.ts';

/** What a plan opens beside the assistant. */
export interface PlanCapabilities {
  expertChat: boolean;
  navigator: boolean;
  /** During its trial the assistant is away: the trial is there to meet the experts. */
  trialHidesAi: boolean;
}

/** One plan: what it costs, holds and opens. */
export interface Plan {
  id: PlanName;
  name: string;
  /** For one interval, in the currency's smallest unit, before tax. */
  price: number;
  currency: 'EUR';
  interval: 'month';
  /** Keys of paying.json that say what is in it. */
  features: readonly PlanFeature[];
  /** People of one company who may use it. */
  licenses: number;
  /** `request`: not sold here, because it asks for an agreement first. */
  sale: 'self' | 'request';
  /** Whether it may be tried for `limits.freeTrialDays` days. */
  trial: boolean;
  opens: PlanCapabilities;
}

type PlanFeature = 'assistant' | 'files' | 'offline' | 'company' | 'experts' | 'orders';

const euroMonthly = { currency: 'EUR', interval: 'month' } as const;
const nothing = { expertChat: false, navigator: false, trialHidesAi: false };
const experts = { expertChat: true, navigator: false, trialHidesAi: true };

/**
 * Every plan, in the order it is shown in. The one place for prices, licences and rights: a new price holds for what is
 * bought from then on, running subscriptions keep theirs.
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
    // Its pass is bound to one company, which is agreed with us: buying it alone would open nothing.
    sale: 'request',
    trial: false,
    opens: { expertChat: false, navigator: true, trialHidesAi: false },
  },
];

/** The plan of this exact name after trimming and lower-casing; undefined for none, or one we do not know. */
export function planNamed(name: string | undefined): Plan | undefined {
  const id = name?.trim().toLowerCase();
  return plans.find((plan) => plan.id === id);
}

/** Plans above the assistant alone: with experts or with orders. */
export function isPremium({ opens }: Plan): boolean {
  return opens.expertChat || opens.navigator;
}
