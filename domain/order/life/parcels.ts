import type { FieldProblem } from '../../ground/errors.ts';
import {
  type ParcelContent,
  type ParcelDetails,
  type ParcelEntry,
  type ParcelStep,
  parcelSteps,
} from '../data/goods.ts';
import type { Order, OrderStatus } from '../data/order.ts';

/**
 * Parcels with which a customer sends cells or material for an order: announced by the customer, then counted, and
 * accepted or refused by staff. A parcel is what its entries say, oldest first.
 */

export interface Parcel {
  id: string;
  content: ParcelContent;
  state: ParcelStep;
  counts: number[] | undefined;
  /** Oldest first. */
  entries: ParcelEntry[];
  /** Whether its newest entries wait on this device. */
  isWaiting: boolean;
}

type ParcelSide = 'customer' | 'staff';

interface StepRow {
  by: ParcelSide;
  /** States in which the step is possible; null for a parcel that is not announced yet. */
  from: readonly (ParcelStep | null)[];
  /** Statuses of the order in which it is possible; without them, all but a draft. */
  in?: readonly OrderStatus[];
  needs: readonly (keyof ParcelDetails)[];
  may?: readonly (keyof ParcelDetails)[];
  /** Fields that the step of a new parcel needs and takes instead. */
  first?: Pick<StepRow, 'needs' | 'may'>;
}

/** Statuses in which an order takes new parcels. */
const takesParcels: readonly OrderStatus[] = ['processing', 'awaiting_delivery_of_material'];

/*
 * announced → arrived → counted → accepted or refused; a customer may correct or withdraw what has not arrived, staff
 * may count again, and register what arrives unannounced. A refused parcel does not end the order: its customer announces another one.
 */
const stepRows: Record<ParcelStep, StepRow> = {
  announced: {
    by: 'customer',
    from: [null, 'announced'],
    in: takesParcels,
    needs: ['content'],
  },
  withdrawn: { by: 'customer', from: ['announced'], needs: [] },
  arrived: { by: 'staff', from: [null, 'announced'], needs: [], first: { needs: ['content'], may: ['sender'] } },
  counted: { by: 'staff', from: ['arrived', 'counted'], needs: ['counts'] },
  accepted: { by: 'staff', from: ['counted'], needs: [] },
  refused: { by: 'staff', from: ['arrived', 'counted'], needs: ['reason'], may: ['photo'] },
};

/** Returns the parcels of an order, in the order in which they were announced. */
export function parcelsOf({ parcels = [] }: Pick<Order, 'parcels'>): Parcel[] {
  const byId = new Map<string, ParcelEntry[]>();
  for (const entry of parcels) byId.set(entry.parcelId, [...(byId.get(entry.parcelId) ?? []), entry]);
  return [...byId].flatMap(([id, entries]) => {
    const content = entries.findLast((entry) => entry.content !== undefined)?.content;
    const newest = entries.at(-1);
    if (content === undefined || newest === undefined) return [];
    const { counts } = entries.findLast((entry) => entry.counts !== undefined) ?? {};
    return [{ id, content, counts, entries, state: newest.step, isWaiting: newest.sseq === null }];
  });
}

/** Returns the steps that this side may take with a parcel; without one, with a new one. */
export function allowedParcelSteps(
  status: OrderStatus,
  parcel: Pick<Parcel, 'state'> | undefined,
  side: ParcelSide,
): ParcelStep[] {
  return parcelSteps.filter((step) => {
    const row = stepRows[step];
    const statuses = parcel === undefined ? takesParcels : row.in;
    const isInTime = statuses === undefined ? status !== 'draft' : statuses.includes(status);
    return row.by === side && isInTime && row.from.includes(parcel?.state ?? null);
  });
}

/**
 * Returns the state of an order's material, as its parcels say: none announced, one not counted yet, one that can be
 * judged, or all refused.
 */
export function materialOf(order: Pick<Order, 'parcels'>): 'none' | 'awaited' | 'counted' | 'refused' {
  const states = parcelsOf(order).map(({ state }) => state);
  if (states.some((state) => state === 'announced' || state === 'arrived')) return 'awaited';
  if (states.some((state) => state === 'counted' || state === 'accepted')) return 'counted';
  return states.includes('refused') ? 'refused' : 'none';
}

/** Sentences about what is wrong with the details of a step, by code. */
const problems = {
  REQUIRED: 'This step needs it.',
  NOT_HERE: 'This step does not take it.',
  BLANK: 'Name what is in the parcel.',
  TWICE: 'Another line has this name. Put both into one line, or name them apart.',
  LINES: 'Give one count for each line of the parcel.',
} as const;

/** Returns what is wrong with the details of a step. @param parcel undefined for a new one */
export function problemsWithParcel(
  step: ParcelStep,
  details: ParcelDetails,
  parcel: Pick<Parcel, 'content'> | undefined,
): FieldProblem[] {
  const row = stepRows[step];
  const { needs, may = [] } = parcel === undefined ? (row.first ?? row) : row;
  const given = (['content', 'sender', 'counts', 'reason', 'photo'] as const).filter((key) => isGiven(details[key]));
  const { content, counts } = details;
  return [
    ...needs.filter((key) => !given.includes(key)).flatMap((path) => problem(path, 'REQUIRED')),
    ...given.filter((key) => ![...needs, ...may].includes(key)).flatMap((path) => problem(path, 'NOT_HERE')),
    ...(content === undefined ? [] : problemsWithLines(content)),
    ...(counts !== undefined && parcel !== undefined && counts.length !== parcel.content.lines.length
      ? problem('counts', 'LINES')
      : []),
  ];
}

function problemsWithLines({ lines }: ParcelContent): FieldProblem[] {
  const names = lines.map(({ name }) => name.trim());
  return names.flatMap((name, i) => {
    const path = `content/lines/${i}/name`;
    if (name === '') return problem(path, 'BLANK');
    return names.indexOf(name) < i ? problem(path, 'TWICE') : [];
  });
}

function isGiven(detail: ParcelDetails[keyof ParcelDetails]): boolean {
  return typeof detail === 'string' ? detail.trim() !== '' : detail !== undefined;
}

function problem(path: string, code: keyof typeof problems): FieldProblem[] {
  return [{ path, code, message: problems[code] }];
}
