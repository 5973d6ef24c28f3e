import { Type, type Static } from 'typebox';
import { languages } from '../../ground/languages.ts';
import { plans } from '../../account/plans-and-prices.ts';
import { uuidPattern } from '../../ground/ids.ts';
import { taxNumberChars } from '../../account/tax-number.ts';
import {
  bytesOf,
  id,
  idempotencyHeaders as headers,
  idParams,
  listOf,
  nullable,
  oneOf,
  page,
  text,
  when,
} from '../../ground/wire/parts.ts';
import type { RouteTable } from '../../ground/wire/route.ts';

const contactChars = 5_000;

/**
 * Schemas of the endpoints for plans, subscriptions, invoices and the contact form. Amounts are in the smallest unit of
 * their currency.
 */

const money = Type.Integer({ description: 'In the smallest unit of the currency' });
const planId = oneOf(...plans.map((plan) => plan.id));

const planReply = Type.Object({
  id: planId,
  name: text,
  price: money,
  currency: text,
  interval: oneOf('month'),
  features: Type.Array(text),
  licenses: Type.Integer(),
  sale: oneOf('self', 'request'),
  trial_days: Type.Integer({ description: '0: cannot be tried' }),
  tax_bp: Type.Integer({ description: 'Tax that is added, in hundredths of a percent' }),
  no_tax_reason: Type.Optional(text),
});
export type PlanReply = Static<typeof planReply>;

/** A product: a plan combined with one of the payment methods that are set up. */
const productReply = Type.Object({
  id: text,
  plan: planId,
  name: text,
  price: money,
  currency: text,
  interval: oneOf('month'),
  payment: oneOf('invoice', 'card'),
  billing_type: oneOf('fixed', 'payu'),
});

const plansReply = Type.Object({
  ...listOf(planReply).properties,
  payment: Type.Array(oneOf('invoice', 'card'), { description: 'Ways of paying that are set up' }),
  // Older servers do not send it.
  questions: Type.Optional(
    Type.Object({
      trial: Type.Integer({ description: 'Questions of a free trial of the assistant, in all' }),
      quota_factor: Type.Number({ description: 'By which all quotas of this server are multiplied' }),
    }),
  ),
});
export type PlansReply = Static<typeof plansReply>;
const productsReply = listOf(productReply);

const line = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' });

/** Recipient of the invoice. A missing name or e-mail address is taken from the account. */
const buyerFields = Type.Object({
  name: Type.Optional(line(100)),
  company: Type.Optional(Type.String({ maxLength: 200 })),
  address: Type.Optional(Type.String({ maxLength: 500 })),
  vat_id: Type.Optional(Type.String({ maxLength: taxNumberChars })),
  email: Type.Optional(Type.String({ minLength: 3, maxLength: 254 })),
});

const subscribeBody = Type.Object({
  plan: planId,
  buyer: Type.Optional(buyerFields),
  trial: Type.Optional(Type.Boolean({ description: 'Begin with the trial; nothing is charged' })),
});
export type SubscribeBody = Static<typeof subscribeBody>;
const subscribeV2Body = Type.Object({
  ...subscribeBody.properties,
  payment: Type.Optional(oneOf('invoice', 'card')),
});
export type SubscribeV2Body = Static<typeof subscribeV2Body>;
const intentBody = Type.Object({ plan: planId, buyer: Type.Optional(buyerFields) });
const cancelBody = Type.Object({
  user_id: Type.Optional(Type.String({ pattern: uuidPattern, description: 'Whose; for staff alone' })),
  // Subscription to cancel. Default: the one pending payment, or else the running one.
  what: Type.Optional(oneOf('pending', 'running')),
});
export type CancelBody = Static<typeof cancelBody>;

const subscriptionReply = Type.Object({
  id,
  plan: Type.Object({ name: text }),
  billing_type: oneOf('fixed', 'payu'),
  payment: oneOf('invoice', 'card'),
  status: oneOf('pending', 'trailing', 'active', 'past_due', 'cancelled'),
  currency: text,
  price: money,
  total: money,
  licenses: Type.Integer(),
  current_period_end: nullable(when),
  cancel_at_period_end: Type.Boolean(),
  created_at: when,
});
export type SubscriptionReply = Static<typeof subscriptionReply>;

const invoiceReply = Type.Object({
  id,
  kind: oneOf('invoice', 'credit_note'),
  number: Type.String({ description: "Empty for a draft, which waits for the seller's details" }),
  company: text,
  email: text,
  amount: money,
  subtotal: money,
  tax: money,
  currency: text,
  status: oneOf('draft', 'open', 'paid', 'void'),
  issued_at: when,
  due_at: when,
  issued_on: Type.String({ description: "Date on the document, in the seller's time zone: 2026-11-28" }),
  due_on: Type.String({ description: "The day it is due, in the seller's time zone" }),
  paid_at: nullable(when),
  pdf_url: text,
  subscription_id: nullable(id),
  order_id: Type.Optional(id),
});
export type InvoiceReply = Static<typeof invoiceReply>;

const subscribeReply = Type.Object({ subscription: subscriptionReply, invoice: nullable(invoiceReply) });
const subscribeV2Reply = Type.Object({ ...subscribeReply.properties, checkout_url: nullable(text) });
export type SubscribeV2Reply = Static<typeof subscribeV2Reply>;
const intentReply = Type.Object({ client_secret: text });
const intentV2Reply = Type.Object({
  client_secret: text,
  intent_id: text,
  amount: money,
  currency: text,
  subscription: subscriptionReply,
});
const cancelReply = Type.Object({ subscription: subscriptionReply });

/** The running subscription, the one pending payment, and the newest invoices. */
const currentReply = Type.Object({
  subscription: nullable(subscriptionReply),
  pending: nullable(subscriptionReply),
  trial_available: Type.Boolean(),
  // Older servers do not say why.
  trial_refused: Type.Optional(nullable(oneOf('used', 'has_plan', 'staff'))),
  may_change: Type.Boolean({ description: 'Whether this user may buy a plan, or their company admin does' }),
  may_cancel: Type.Boolean({ description: "Whether this user may cancel what runs, or it is their company's" }),
  invoices: Type.Array(invoiceReply),
});
export type CurrentReply = Static<typeof currentReply>;

const invoicesQuery = Type.Object({
  ...page,
  status: Type.Optional(oneOf('draft', 'open', 'paid', 'void')),
});
const invoicesReply = Type.Object({
  ...listOf(invoiceReply).properties,
  missing: Type.Array(text, { description: 'Settings of the seller that are missing: invoices stay drafts' }),
});

const contactBody = Type.Object({
  name: line(100),
  email: Type.String({ minLength: 3, maxLength: 254 }),
  company: Type.Optional(Type.String({ maxLength: 200 })),
  message: line(contactChars),
});
export type ContactBody = Static<typeof contactBody>;
const contactReply = Type.Object({ id, sent: Type.Boolean() });

/** Language of a document; without it, its customer's. */
export const documentQuery = Type.Object({ language: Type.Optional(oneOf(...languages.map(({ code }) => code))) });

const closing = { keyed: true, params: idParams, response: { 200: invoiceReply } } as const;

export const routesOfPayments = {
  'GET /subscriptions/plans': { response: { 200: plansReply } },
  'GET /subscriptions/premium_plans': { response: { 200: plansReply } },
  'GET /subscriptions/products': { response: { 200: productsReply } },
  'GET /subscriptions/current': { response: { 200: currentReply } },
  'POST /subscriptions/subscribe': { headers, body: subscribeBody, response: { 200: subscribeReply } },
  'POST /subscriptions/subscribe_v2': { headers, body: subscribeV2Body, response: { 200: subscribeV2Reply } },
  'POST /subscriptions/intents': { headers, body: intentBody, response: { 200: intentReply } },
  'POST /subscriptions/intents_v2': { headers, body: intentBody, response: { 200: intentV2Reply } },
  'POST /subscriptions/cancel_subscription': { headers, body: cancelBody, response: { 200: cancelReply } },
  'GET /subscriptions/invoices/:id/pdf': {
    params: idParams,
    querystring: documentQuery,
    response: { 200: bytesOf('application/pdf') },
  },
  'POST /subscriptions/contact_us': { headers, body: contactBody, response: { 201: contactReply } },
  'GET /admin-api/invoices': { querystring: invoicesQuery, response: { 200: invoicesReply } },
  'POST /admin-api/invoices/:id/paid': closing,
  'POST /admin-api/invoices/:id/void': closing,
} satisfies RouteTable;
