import { Type, type Static } from 'typebox';
import { orderLimits } from '../data/limits.ts';
import { carrierStates, parcelSteps, transportModes, transportFlags } from '../data/goods.ts';
import {
  id,
  idempotencyHeaders as headers,
  idParams,
  int4,
  nullable,
  oneOf,
  text,
  when,
} from '../../ground/wire/parts.ts';
import type { RouteTable } from '../../ground/wire/route.ts';

/** Schemas of the goods of an order: parcels that a customer sends, and the shipment to the customer. */

const carrier = Type.String({
  maxLength: orderLimits.carrierChars,
  description: 'dhl, ups, fedex, dpd, gls, ems, cj or lotte, or the name of another carrier',
});
const tracking = Type.String({ maxLength: orderLimits.trackingChars });
const ticks = Type.Array(Type.String({ maxLength: 40 }), {
  maxItems: 50,
  description: 'Codes of the items of the packing list that are done',
});
const mode = oneOf(...transportModes);

export const shipment = Type.Object({
  carrier: Type.String({ ...carrier, minLength: 1 }),
  tracking,
  mode,
  flags: Type.Array(oneOf(...transportFlags), { maxItems: transportFlags.length }),
  soc: nullable(Type.Integer({ minimum: 0, maximum: 100, description: 'State of charge in percent' })),
  ticks,
});

const parcelContent = Type.Object({
  lines: Type.Array(
    Type.Object({
      name: Type.String({ minLength: 1, maxLength: orderLimits.parcelLineChars }),
      count: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    }),
    { minItems: 1, maxItems: orderLimits.parcelLines },
  ),
  carrier,
  tracking,
  expected: nullable(
    Type.String({
      pattern: '^\\d{4}-\\d{2}-\\d{2}$',
      description: 'Day on which it should arrive, such as 2026-12-31',
    }),
  ),
  notes: Type.String({ maxLength: orderLimits.reasonChars }),
  mode,
  ticks,
});

/** A step of a parcel and its details: of the command, and of the calls. */
export const parcelStep = {
  step: oneOf(...parcelSteps),
  content: Type.Optional(parcelContent),
  sender: Type.Optional(
    Type.String({
      maxLength: orderLimits.parcelLineChars,
      description: 'From whom a parcel came that nobody had announced',
    }),
  ),
  counts: Type.Optional(
    Type.Array(int4(0), { maxItems: orderLimits.parcelLines, description: 'What was counted, by line of the parcel' }),
  ),
  reason: Type.Optional(Type.String({ maxLength: orderLimits.reasonChars })),
  photo: Type.Optional(Type.Unsafe<string>({ ...id, description: 'Id of an attachment of the order' })),
};

/** Report of a carrier about a shipment, signed by the carrier. */
export const carrierEvent = Type.Object({
  id: Type.String({
    minLength: 1,
    maxLength: orderLimits.trackingChars,
    description: 'Of the event, chosen by the carrier; an event that is sent again has its effect once',
  }),
  carrier: Type.String({ ...carrier, minLength: 1 }),
  // Goods that are collected have a blank number, which belongs to no shipment.
  tracking: Type.String({ ...tracking, pattern: '\\S' }),
  state: oneOf(...carrierStates),
  at: Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,3})?Z$',
    description: 'When it happened, such as 2026-12-31T12:00:00Z',
  }),
});

export type CarrierEvent = Static<typeof carrierEvent>;

const parcelBody = Type.Object({
  /** Missing for a new parcel, whose id is then the idempotency key. */
  parcel_id: Type.Optional(id),
  ...parcelStep,
});

export const parcelsReply = Type.Object({
  parcels: Type.Array(
    Type.Object({
      id,
      state: oneOf(...parcelSteps),
      content: parcelContent,
      counts: nullable(Type.Array(Type.Integer())),
      tracking_url: nullable(text),
      sender: nullable(text),
      history: Type.Array(Type.Object({ step: text, by: text, at: when, reason: nullable(text), photo: nullable(id) })),
    }),
  ),
});

const changing = { params: idParams, headers, body: parcelBody, response: { 200: parcelsReply, 201: parcelsReply } };

export const routesOfParcels = {
  'GET /po_system/orders/:id/parcels': { params: idParams, response: { 200: parcelsReply } },
  'POST /po_system/orders/:id/parcels': changing,
  'POST /admin-api/po_orders/orders/:id/parcels': changing,
} satisfies RouteTable;
