import type { FastifyInstance } from 'fastify';
import { Refusal } from '#domain/ground/errors.ts';
import { quoteOf } from '#domain/order/price/price.ts';
import { priceOf } from '#domain/order/price/price-refusal.ts';
import type { RateCard } from '#domain/order/data/rate-card.ts';
import { problemsWithFigures } from '#domain/order/price/rate-card-figures.ts';
import { routesOfRateCards } from '#domain/order/wire/rate-card.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { priceableOrders } from '../store/priceable-orders.ts';
import { addRateCard, currentRateCard, rateCards } from '../store/rate-cards.ts';
import { serving } from '../../http/serve-routes.ts';

/** Maximum number of orders that a preview of a rate card prices: those that were changed last. */
const previewedOrders = 300;
/** Maximum number of versions of the rate card that are listed: the newest. */
const rateCardVersions = 100;

/** The rate card: the current one for everybody who orders; versions, a preview and a new one for staff. */
export function rateCardRoutes(
  app: FastifyInstance,
  { db, config: { laboratory, payments } }: Pick<Deps, 'db' | 'config'>,
): void {
  const serve = serving(app, routesOfRateCards);

  serve('GET /po_system/rate_card', async () => ({
    ...(await currentRateCard(db)),
    tax_bp: payments.taxBp,
    time_zone: payments.timeZone,
    ...(payments.noTaxReason === undefined ? {} : { no_tax_reason: payments.noTaxReason }),
    ...(laboratory === undefined ? {} : { laboratory }),
  }));

  serve('GET /admin-api/rate_cards', ({ query: { page = 1, limit = rateCardVersions } }) =>
    rateCards(db, { page, limit }),
  );

  serve('POST /admin-api/rate_cards/preview', async ({ body: { card } }) => {
    refuseWrongFigures(card);
    const now = await currentRateCard(db);
    const { orders, total } = await priceableOrders(db, previewedOrders);
    // A draft that cannot be placed as it is has no price, neither before nor after.
    const items = orders.flatMap(({ id, number, status, ownerName, doc, quote }) => {
      const before = priceOf({ status, doc, quote }, now.card).quote;
      if (before === undefined) return [];
      const after = quoteOf(doc, { ...card, version: now.card.version }).total;
      return [{ id, number, status, owner: ownerName, currency: before.currency, before: before.total, after }];
    });
    return { items, total };
  });

  serve('POST /admin-api/rate_cards', async ({ tx, body: { replaces, card, note }, session }) => {
    refuseWrongFigures(card);
    const made = await addRateCard(tx, { replaces, card, note, madeBy: session.user.id });
    if (made === undefined) throw new Refusal('STALE', { number: (await currentRateCard(db)).number });
    // Returned, so that it is sent after the commit, and stored for a repeat.
    return made;
  });
}

/** @throws INVALID with each wrong figure */
function refuseWrongFigures(card: RateCard): void {
  const problems = problemsWithFigures(card);
  if (problems.length > 0) throw new Refusal('INVALID', problems);
}
