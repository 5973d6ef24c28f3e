import { type RawBuilder, sql } from 'kysely';
import type { AssistantSettings } from '#domain/assistant/settings.ts';
import { type Db, firstRow, firstValue, hasRow, valuesOf } from '../../database/db.ts';

/** Use of the language model, and its limits. */

export interface ModelCall {
  answerId: string;
  roomId: string;
  asker: string;
  model: string;
  tokensIn: number;
  tokensOut: number;
  /** Whether the endpoint has not said how many tokens it used. */
  isEstimate: boolean;
  /** `done`, `stopped`, or why the model gave no whole answer. */
  outcome: string;
  firstMs: number | null;
  wholeMs: number;
}

/** Planned call, with the most that it can use. */
export type PlannedCall = Pick<ModelCall, 'answerId' | 'roomId' | 'asker' | 'model' | 'tokensIn' | 'tokensOut'>;

/** The outcome of a call that has not ended. */
const underWay = 'under_way';

/**
 * Notes what a call is going to use, if its conversation, user and day have tokens left: calls under way count, so
 * each limit is exceeded by one call at most. One after the other over all processes.
 * @returns false without tokens: the model may not be called
 */
export function reserveCall(db: Db, call: PlannedCall, limits: TokenLimits): Promise<boolean> {
  const { answerId, roomId, asker, model, tokensIn, tokensOut } = call;
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('vfp model calls', 0))`.execute(tx);
    return await hasRow(tx)`insert into model_calls
        (answer_id, room_id, asker, model, tokens_in, tokens_out, is_estimate, outcome, whole_ms)
      select ${answerId}, ${roomId}, (select id from users where id = ${asker}), ${model}, ${tokensIn}, ${tokensOut},
        true, ${underWay}, 0
       where ${hasTokens(asker, sql`${roomId}::uuid`, limits)}
      on conflict (answer_id) do nothing returning answer_id`;
  });
}

/** Replaces what a call was going to use by what it used. */
export async function settleCall(db: Db, call: Omit<ModelCall, 'roomId' | 'asker' | 'model'>): Promise<void> {
  const { answerId, tokensIn, tokensOut, isEstimate, outcome, firstMs, wholeMs } = call;
  await sql`update model_calls set tokens_in = ${tokensIn}, tokens_out = ${tokensOut}, is_estimate = ${isEstimate},
      outcome = ${outcome}, first_ms = ${firstMs}, whole_ms = ${wholeMs}
    where answer_id = ${answerId} and outcome = ${underWay}`.execute(db);
}

/** Notes that the process which made a call has ended: what it was going to use counts. */
export async function settleLostCall(db: Db, answerId: string): Promise<void> {
  await sql`update model_calls set outcome = 'interrupted'
    where answer_id = ${answerId} and outcome = ${underWay}`.execute(db);
}

/** Maximum number of tokens, see `domain/assistant/fields.ts`. */
export type TokenLimits = Pick<AssistantSettings, 'tokensPerConversation' | 'tokensPerUserDay' | 'tokensPerDay'>;

/** Returns those of these rooms in which the model may be asked: conversation, user and day have tokens left. */
export async function roomsWithTokens(
  db: Db,
  asker: string,
  roomIds: readonly string[],
  limits: TokenLimits,
): Promise<Set<string>> {
  return new Set(
    await valuesOf<string>(db)`
    select named.id from unnest(${roomIds}::uuid[]) as named (id)
     where ${hasTokens(asker, sql`named.id`, limits)}`,
  );
}

/** The condition that conversation, user and day have tokens left. */
function hasTokens(
  asker: string,
  roomId: RawBuilder<unknown>,
  { tokensPerConversation, tokensPerUserDay, tokensPerDay }: TokenLimits,
): RawBuilder<unknown> {
  const today = sql`date_trunc('day', now() at time zone 'utc') at time zone 'utc'`;
  const used = sql`select coalesce(sum(tokens_in + tokens_out), 0) from model_calls`;
  return sql`(${used} where room_id = ${roomId}) < ${tokensPerConversation}::bigint
    and (${used} where asker = ${asker} and at >= ${today}) < ${tokensPerUserDay}::bigint
    and (${used} where at >= ${today}) < ${tokensPerDay}::bigint`;
}

/** Whether the endpoint accepts the wish to say how many tokens it used. */
export async function reportsUsage(db: Db): Promise<boolean> {
  return (await firstValue<boolean>(db)`select reports_usage as reports from model_settings`) === true;
}

/** Notes whether the endpoint accepts the wish to say how many tokens it used. */
export async function noteReportsUsage(db: Db, reports: boolean): Promise<void> {
  await sql`update model_settings set reports_usage = ${reports} where reports_usage <> ${reports}`.execute(db);
}

interface Use {
  answers: number;
  failed: number;
  tokens_in: number;
  tokens_out: number;
  cents: number;
}

/** Prices in cents per million tokens. */
export type TokenPrices = Pick<AssistantSettings, 'centsPerMillionIn' | 'centsPerMillionOut'>;

/** Returns what the model has used today and this month, in UTC, and what it cost. */
export async function modelUse(db: Db, prices: TokenPrices): Promise<{ today: Use; month: Use }> {
  const row = await firstRow<{ today: Use; month: Use }>(db)`
    select ${usedSince('day', prices)} as today, ${usedSince('month', prices)} as month`;
  if (row === undefined) throw new Error('a statement without a table gave no row');
  return row;
}

function usedSince(unit: 'day' | 'month', { centsPerMillionIn, centsPerMillionOut }: TokenPrices) {
  return sql`
    (select json_build_object('answers', count(*), 'failed', count(*) filter (where outcome not in ('done', 'stopped', '${sql.raw(underWay)}')),
        'tokens_in', coalesce(sum(tokens_in), 0), 'tokens_out', coalesce(sum(tokens_out), 0), 'cents',
        round((coalesce(sum(tokens_in), 0) * ${centsPerMillionIn}::bigint
             + coalesce(sum(tokens_out), 0) * ${centsPerMillionOut}::bigint)::numeric / 1e6, 2)::float8)
       from model_calls where at >= date_trunc(${sql.lit(unit)}, now() at time zone 'utc') at time zone 'utc')`;
}
