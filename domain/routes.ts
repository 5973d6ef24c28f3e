import type { Static, TSchema } from 'typebox';
import type { routesOfAccounts } from './account/wire/accounts.ts';
import type { routesOfCompany } from './account/wire/company.ts';
import type { routesOfAnswers } from './assistant/wire/answers.ts';
import type { routesOfSettings } from './assistant/wire/assistant-settings.ts';
import type { routesOfCategories } from './assistant/wire/categories.ts';
import type { routesOfEmptyCombinations } from './assistant/wire/empty-combinations.ts';
import type { routesOfFinder } from './assistant/wire/finder.ts';
import type { routesOfDocuments } from './assistant/wire/knowledge-documents.ts';
import type { routesOfKnowledgeSearch } from './assistant/wire/knowledge-search.ts';
import type { routesOfModel } from './assistant/wire/model.ts';
import type { routesOfImports } from './assistant/wire/qna-imports.ts';
import type { routesOfQnas } from './assistant/wire/qnas.ts';
import type { routesOfQuestionTables } from './assistant/wire/question-tables.ts';
import type { routesOfRecords, routesOfExperts } from './assistant/wire/records.ts';
import type { routesOfRetrievalTest } from './assistant/wire/retrieval-test.ts';
import type { routesOfSynchronizes } from './assistant/wire/synchronizes.ts';
import type { routesOfRooms } from './chat/wire/rooms.ts';
import type { routesOfAdminOrders } from './order/wire/admin-orders.ts';
import type { routesOfParcels } from './order/wire/goods.ts';
import type { routesOfReports } from './order/wire/order-results.ts';
import type { routesOfRevisions } from './order/wire/order-revisions.ts';
import type { routesOfOrders, routesOfAttachments } from './order/wire/orders.ts';
import type { routesOfRateCards } from './order/wire/rate-card.ts';
import type { routesOfPayments } from './payment/wire/payments.ts';
import type { routesOfUsers } from './spine/wire/own.ts';
import type { routesOfAudit } from './spine/wire/rest.ts';

/** The routes that the client calls, with the types of what travels. For types alone: clients have no schemas. */

type Routes = typeof routesOfAccounts &
  typeof routesOfCompany &
  typeof routesOfAnswers &
  typeof routesOfSettings &
  typeof routesOfCategories &
  typeof routesOfEmptyCombinations &
  typeof routesOfFinder &
  typeof routesOfDocuments &
  typeof routesOfKnowledgeSearch &
  typeof routesOfModel &
  typeof routesOfImports &
  typeof routesOfQnas &
  typeof routesOfQuestionTables &
  typeof routesOfRecords &
  typeof routesOfExperts &
  typeof routesOfRetrievalTest &
  typeof routesOfSynchronizes &
  typeof routesOfRooms &
  typeof routesOfAdminOrders &
  typeof routesOfParcels &
  typeof routesOfReports &
  typeof routesOfRevisions &
  typeof routesOfOrders &
  typeof routesOfAttachments &
  typeof routesOfRateCards &
  typeof routesOfPayments &
  typeof routesOfUsers &
  typeof routesOfAudit &
  Version2;

/** Signing up in version 2 also signs in. */
type Version2 = {
  [
    K in keyof typeof routesOfAccounts as K extends `POST /auth/${infer Name}` ? `POST /api/v2/auth/${Name}` : never
  ]: (typeof routesOfAccounts)[K];
};

export type RouteKey = keyof Routes;

/** Returns the type of a part of a request; `unknown` adds nothing to an intersection. */
type Part<Name extends string, Schema> = Schema extends TSchema
  ? RequestField<Name, WithUndefined<Static<Schema>>>
  : unknown;

/** Required unless all its fields may be left out. */
type RequestField<Name extends string, T> = Partial<T> extends T ? { [N in Name]?: T } : { [N in Name]: T };

/** Type in which parts that may be left out may also be undefined; those are not sent. */
type WithUndefined<T> = T extends readonly unknown[]
  ? T
  : { [P in keyof T]: Partial<Pick<T, P>> extends Pick<T, P> ? T[P] | undefined : T[P] };

type SchemaOf<Route, Name extends string> = Route extends Record<Name, infer Schema> ? Schema : undefined;

/** Only writes that take effect once for a key send one. */
type KeyInput<Route> = Route extends { keyed: true } | { headers: TSchema } ? { key?: string } : unknown;

/** Input of a call of a route. A query may also be written already, as lists write theirs. */
type RouteInput<Route> = Part<'params', SchemaOf<Route, 'params'>> &
  Part<'body', SchemaOf<Route, 'body'>> &
  (Route extends { querystring: infer Schema } ? Part<'query', Schema> | { query: string } : unknown) &
  KeyInput<Route>;

/** The arguments of a call; they may be left out where nothing is required. */
export type RouteArguments<K extends RouteKey, Limits> =
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- asks whether a call may be given nothing
  Record<never, never> extends RouteInput<Routes[K]>
    ? [given?: RouteInput<Routes[K]> & Limits]
    : [given: RouteInput<Routes[K]> & Limits];

/** The reply of a call that succeeds. */
export type RouteReply<K extends RouteKey> = Routes[K] extends { response: infer Replies }
  ? ReplyIn<Replies[keyof Replies & (200 | 201 | 202 | 204)]>
  : void;

type ReplyIn<Schema> = Schema extends TSchema ? (Static<Schema> extends null ? void : Static<Schema>) : never;
