import { Type, type Static } from 'typebox';
import { cents, id, listOf, nullable, page, text, when } from '../../ground/wire/parts.ts';
import type { RouteTable } from '../../ground/wire/route.ts';

/** Wire format of rate cards. `domain/order/data/rate-card.ts` explains the figures. */

const share = Type.Number({ exclusiveMinimum: 0, maximum: 1 });

const rateCard = Type.Object({
  version: text,
  currency: text,
  prototypingSetup: cents,
  coatingRecipe: cents,
  coatingRun: cents,
  coatingPerMeterDouble: cents,
  assemblyPerCell: Type.Record(text, cents),
  quantityDiscount: Type.Array(Type.Object({ from: Type.Integer({ minimum: 1 }), share })),
  formation: Type.Object({ upTo_Ah: Type.Number(), small: cents, large: cents }),
  testSetup: cents,
  channelDay: Type.Array(Type.Object({ upTo_A: Type.Number(), price: cents })),
  chamberDay: Type.Array(Type.Object({ from: Type.Number(), to: Type.Number(), price: cents })),
  safetyCampaign: cents,
  safetyPerCell: Type.Record(text, cents),
  safetyCapacityFactor: Type.Array(
    Type.Object({ upTo_Ah: Type.Number(), factor: Type.Number({ minimum: 1, maximum: 100 }) }),
  ),
  spectrum: cents,
  report: cents,
  disposalPerKg: cents,
  shippingRoad: cents,
});

const numbered = { number: Type.Integer(), card: rateCard };
const rateCardReply = Type.Object(numbered);

/**
 * Data that a device keeps for orders: prices, the tax on invoices in basis points, the reason why there is none, the
 * seller's time zone, and the address to which parcels are sent, in lines, where one is set.
 */
const orderingReply = Type.Object({
  ...numbered,
  laboratory: Type.Optional(text),
  tax_bp: Type.Optional(Type.Integer()),
  no_tax_reason: Type.Optional(text),
  time_zone: Type.Optional(text),
});

/** The newest versions, newest first; the example card is the oldest. */
const rateCardsQuery = Type.Object(page);

const rateCardsReply = listOf(
  Type.Object({
    number: Type.Integer(),
    card: rateCard,
    /** Reason why the figures changed. */
    note: text,
    made_by: nullable(text),
    made_at: nullable(when),
  }),
);

export type RateCardVersion = Static<typeof rateCardsReply>['items'][number];

const previewBody = Type.Object({ card: rateCard });

/** Effect of a card on open drafts and on placed orders whose review has not ended. */
const previewReply = Type.Object({
  items: Type.Array(
    Type.Object({ id, number: text, status: text, owner: text, currency: text, before: cents, after: cents }),
  ),
  /** Number of such orders; `items` has those that were changed last. */
  total: Type.Integer(),
});

export type PreviewReply = Static<typeof previewReply>;
export type PreviewedOrder = PreviewReply['items'][number];

const saveRateCardBody = Type.Object({
  /** Number of the card that the editor started from. It must be the current one. */
  replaces: Type.Integer({ minimum: 1, maximum: 2_147_483_646 }),
  card: rateCard,
  note: Type.String({ minLength: 1, maxLength: 500 }),
});

export type SaveRateCardBody = Static<typeof saveRateCardBody>;

export const routesOfRateCards = {
  'GET /po_system/rate_card': { response: { 200: orderingReply } },
  'GET /admin-api/rate_cards': { querystring: rateCardsQuery, response: { 200: rateCardsReply } },
  'POST /admin-api/rate_cards/preview': { body: previewBody, response: { 200: previewReply } },
  // Refused with STALE when another version was made since the one it replaces.
  'POST /admin-api/rate_cards': { keyed: true, body: saveRateCardBody, response: { 201: rateCardReply } },
} satisfies RouteTable;
