import { sql } from 'kysely';
import type { AssistantSettings } from '#domain/assistant/settings.ts';
import type { Db } from '../system/db.ts';

/** What the language model has used, and what it may. */

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

/** Records what an answer used. */
export async function noteCall(db: Db, call: ModelCall): Promise<void> {
  const { answerId, roomId, asker, model, tokensIn, tokensOut, isEstimate, outcome, firstMs, wholeMs } = call;
  await sql`insert into model_calls
      (answer_id, room_id, asker, model, tokens_in, tokens_out, is_estimate, outcome, first_ms, whole_ms)
    select ${answerId}, ${roomId}, (select id from users where id = ${asker}), ${model}, ${tokensIn}, ${tokensOut},
      ${isEstimate}, ${outcome}, ${firstMs}, ${wholeMs}
    on conflict (answer_id) do nothing`.execute(db);
}

/** Most tokens, see `domain/assistant/fields.ts`. */
export type TokenLimits = Pick<AssistantSettings, 'tokensPerConversation' | 'tokensPerUserDay' | 'tokensPerDay'>;

/** Returns those of these rooms in which the model may be asked: conversation, user and day have tokens left. */
export async function roomsWithTokens(
  db: Db,
  asker: string,
  roomIds: readonly string[],
  { tokensPerConversation, tokensPerUserDay, tokensPerDay }: TokenLimits,
): Promise<Set<string>> {
  const today = sql`date_trunc('day', now() at time zone 'utc') at time zone 'utc'`;
  const { rows } = await sql<{ id: string }>`
    select named.id from unnest(${roomIds}::uuid[]) as named (id)
     where (select coalesce(sum(tokens_in + tokens_out), 0) from model_calls where room_id = named.id) < ${tokensPerConversation}::bigint
       and (select coalesce(sum(tokens_in + tokens_out), 0) from model_calls
             where asker = ${asker} and at >= ${today}) < ${tokensPerUserDay}::bigint
       and (select coalesce(sum(tokens_in + tokens_out), 0) from model_calls where at >= ${today}) < ${tokensPerDay}::bigint`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Whether the endpoint accepts the wish to say how many tokens it used. */
export async function reportsUsage(db: Db): Promise<boolean> {
  const { rows } = await sql<{ reports: boolean }>`select reports_usage as reports from model_settings`.execute(db);
  return rows[0]?.reports === true;
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
  const { rows } = await sql<{ today: Use; month: Use }>`
    select ${usedSince('day', prices)} as today, ${usedSince('month', prices)} as month`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a statement without a table gave no row');
  return row;
}

function usedSince(unit: 'day' | 'month', { centsPerMillionIn, centsPerMillionOut }: TokenPrices) {
  return sql`
    (select json_build_object('answers', count(*), 'failed', count(*) filter (where outcome not in ('done', 'stopped')),
        'tokens_in', coalesce(sum(tokens_in), 0), 'tokens_out', coalesce(sum(tokens_out), 0), 'cents',
        round((coalesce(sum(tokens_in), 0) * ${centsPerMillionIn}::bigint
             + coalesce(sum(tokens_out), 0) * ${centsPerMillionOut}::bigint)::numeric / 1e6, 2)::float8)
       from model_calls where at >= date_trunc(${sql.lit(unit)}, now() at time zone 'utc') at time zone 'utc')`;
}
