import type { DayKind } from './calendar.ts';

/** Steps of an order whose duration does not follow from its fields. */
export type TimedStep = 'review' | 'material' | 'coating' | 'assembly' | 'formation' | 'safety' | 'report' | 'shipping';

/** Usual duration of a step, in days, to be edited here; none is a promise. */
export interface LeadTime {
  least: number;
  most: number;
  counts: DayKind;
  /** Source of the figures. */
  basis: string;
  isConfirmed: boolean;
}

export const leadTimes: Readonly<Record<TimedStep, LeadTime>> = {
  review: { least: 2, most: 3, counts: 'working', basis: '2 to 3 days, typical', isConfirmed: false },
  material: {
    least: 5,
    most: 15,
    counts: 'working',
    basis: '1 to 3 weeks until what the customer sends is here, typical',
    isConfirmed: false,
  },
  coating: { least: 5, most: 10, counts: 'working', basis: '1 to 2 weeks, typical', isConfirmed: false },
  assembly: { least: 5, most: 10, counts: 'working', basis: '1 to 2 weeks, typical', isConfirmed: false },
  formation: {
    least: 7,
    most: 14,
    counts: 'calendar',
    basis: '1 to 2 weeks on a channel, with aging, typical',
    isConfirmed: false,
  },
  safety: {
    least: 5,
    most: 10,
    counts: 'working',
    basis: '1 to 2 weeks, at least one day a cell, typical',
    isConfirmed: false,
  },
  report: { least: 3, most: 5, counts: 'working', basis: '3 to 5 days, typical', isConfirmed: false },
  shipping: { least: 2, most: 4, counts: 'working', basis: 'by road, our choice', isConfirmed: true },
};
