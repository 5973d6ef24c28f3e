import { Type } from 'typebox';
import { id, listOf, nullable, oneOf, text, when, page } from '../../ground/wire/parts.ts';
import { languages } from '../../ground/languages.ts';

/**
 * Request and reply schemas of the specified endpoints. Unknown fields in a request are refused; fields of a reply that
 * are not listed are dropped.
 */

/** Idempotency key of a write. A repeated request has no further effect and gets the first reply. */
export const idempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({ description: 'A UUID. The same key and body again: the same answer.' }),
  ),
});

export const idParams = Type.Object({ id });

/** Language of a document; without it, its customer's. */
export const documentQuery = Type.Object({ language: Type.Optional(oneOf(...languages.map(({ code }) => code))) });

// the back office

export const auditQuery = Type.Object({
  ...page,
  what: Type.Optional(Type.String({ maxLength: 60 })),
});
export const auditReply = listOf(
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
