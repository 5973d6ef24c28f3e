import { Type, type Static } from 'typebox';
import { nullable, text } from '../../ground/wire/parts.ts';
import type { RouteTable } from '../../ground/wire/route.ts';

/** Use of the language model, for administrators. */

const use = Type.Object({
  answers: Type.Integer(),
  /** Number of those that the model did not finish. */
  failed: Type.Integer(),
  tokens_in: Type.Integer(),
  tokens_out: Type.Integer(),
  cents: Type.Number({ description: 'By the prices in the settings; without prices 0' }),
});

const modelReply = Type.Object({
  model: nullable(text),
  /** Address of the endpoint, without its secrets; null without a model. */
  endpoint: nullable(text),
  has_key: Type.Boolean(),
  /** Whether the settings allow it to write answers. */
  is_on: Type.Boolean(),
  /** Whether the endpoint says how many tokens it used, as the last test call has found. */
  reports_usage: Type.Boolean(),
  limits: Type.Object({
    tokens_per_conversation: Type.Integer(),
    tokens_per_user_day: Type.Integer(),
    tokens_per_day: Type.Integer(),
  }),
  today: use,
  month: use,
});

export type ModelReply = Static<typeof modelReply>;

const triedReply = Type.Object({
  works: Type.Boolean(),
  model: nullable(text),
  found: Type.Array(text),
  first_ms: nullable(Type.Integer()),
  whole_ms: nullable(Type.Integer()),
});
export type TriedReply = Static<typeof triedReply>;

export const routesOfModel = {
  'GET /admin-api/model': { response: { 200: modelReply } },
  'POST /admin-api/model/test': { response: { 200: triedReply } },
} satisfies RouteTable;
