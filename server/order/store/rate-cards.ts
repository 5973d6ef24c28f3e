import { sql } from 'kysely';
import { exampleRateCard, type NumberedRateCard, type RateCard, wholeRateCard } from '#domain/order/data/rate-card.ts';
import type { RateCardVersion } from '#domain/order/wire/rate-card.ts';
import { codeOf } from '../../database/outage.ts';
import { type Db, firstRow, type Tx } from '../../database/db.ts';
import { asWire } from '../../database/moments.ts';
import { type Page, type Paged, readPage } from '../../database/page.ts';

/** Rate cards: the current one, earlier ones, and new versions. */

const exampleRow: RateCardVersion = { number: 1, card: exampleRateCard, note: '', made_by: null, made_at: null };

/** The card's number and figures as JSON: an SQL fragment over `rate_cards`; null while there is only the example. */
export const currentRateCardJson = sql`(
  select json_build_object('number', number, 'card', card) from rate_cards order by number desc limit 1)`;

/** Returns the card that prices are computed from now: the newest one, or the example. */
export async function currentRateCard(db: Db | Tx): Promise<NumberedRateCard> {
  const row = await firstRow<{ now: NumberedRateCard | null }>(db)`select ${currentRateCardJson} as now`;
  return rateCardIn(row?.now ?? null);
}

/** Returns a stored card as it is used; the example where there is none. */
export function rateCardIn(stored: NumberedRateCard | null): NumberedRateCard {
  if (stored === null) return { number: exampleRow.number, card: exampleRow.card };
  return { number: stored.number, card: wholeRateCard(stored.card) };
}

/** Returns a page of the cards, newest first, with the example as the oldest. */
export async function rateCards(db: Db | Tx, page: Page): Promise<Paged<RateCardVersion>> {
  const list = {
    columns: sql`r.number, r.card, r.note, u.display_name as made_by, ${asWire('r.made_at')} as made_at`,
    from: sql`rate_cards`,
    tables: sql`rate_cards r left join users u on u.id = r.made_by`,
    order: sql`r.number desc`,
  };
  const stored = await readPage<RateCardVersion>(db, list, page);
  const before = (page.page - 1) * page.limit;
  const hasExample = before <= stored.total && stored.total < before + page.limit;
  const items = stored.items.map((row) => ({ ...row, ...rateCardIn(row) }));
  return { ...stored, items: hasExample ? [...items, exampleRow] : items, total: stored.total + 1 };
}

/**
 * Stores a new card on top of the one with number `replaces`.
 * @returns its row as used; undefined when that one is not the current one any more
 */
export async function addRateCard(
  tx: Tx,
  { replaces, card, note, madeBy }: { replaces: number; card: RateCard; note: string; madeBy: string },
): Promise<NumberedRateCard | undefined> {
  const now = await currentRateCard(tx);
  if (now.number !== replaces) return undefined;
  const number = replaces + 1;
  const version = `${new Date().getUTCFullYear()}-${number}`;
  const made: RateCard = { ...card, version };
  try {
    await sql`insert into rate_cards (number, version, card, note, made_by)
      values (${number}, ${version}, ${JSON.stringify(made)}, ${note}, ${madeBy})`.execute(tx);
  } catch (error) {
    // Another editor has saved between the two statements. The caller must end the transaction.
    if (codeOf(error) === '23505') return undefined;
    throw error;
  }
  return { number, card: made };
}
