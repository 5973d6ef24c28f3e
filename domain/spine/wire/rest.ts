import { Type } from 'typebox';
import { id, listOf, nullable, page, text, when } from '../../ground/wire/parts.ts';
import type { RouteTable } from '../../ground/wire/route.ts';

/**
 * Request and reply schemas of the specified endpoints. Unknown fields in a request are refused; fields of a reply that
 * are not listed are dropped.
 */

// the back office

const auditQuery = Type.Object({
  ...page,
  what: Type.Optional(Type.String({ maxLength: 60 })),
});
const auditReply = listOf(
  Type.Object({
    at: when,
    what: text,
    actor: nullable(id),
    about: nullable(text),
    fields: Type.Array(text),
    request_id: id,
    network: nullable(text),
    times: Type.Integer(),
  }),
);

// the server itself

export const statusReply = Type.Object({ status: text });
export const healthReply = Type.Object({
  status: text,
  database: Type.Optional(Type.Literal('newer', { description: 'A newer build has migrated the database' })),
});
export const versionReply = Type.Object({
  version: text,
  built_at: when,
  min_client: Type.Integer(),
  demo: Type.Optional(
    Type.Object(
      { password: text, accounts: Type.Array(Type.Object({ email: text, about: text })) },
      { description: 'Accounts to try the product with; only on a server with demo data, never in production' },
    ),
  ),
});

export const routesOfAudit = {
  'GET /admin-api/audit': { querystring: auditQuery, response: { 200: auditReply } },
} satisfies RouteTable;
