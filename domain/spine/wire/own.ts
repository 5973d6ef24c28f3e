import { Type, type Static } from 'typebox';
import { languages } from '../../ground/languages.ts';
import { orderMailChoices } from '../../order/life/step-mails.ts';
import { quotaNames } from '../../account/quotas.ts';
import {
  bytesOf,
  id,
  idParams,
  listOf,
  nothing,
  nullable,
  oneOf,
  pageQuery,
  text,
  when,
} from '../../ground/wire/parts.ts';
import { codeSentReply, meReply } from '../../account/wire/accounts.ts';
import type { RouteTable } from '../../ground/wire/route.ts';

/** Schemas of a user's devices, own files, copies of their data, and quotas. */

const devicesReply = listOf(
  Type.Object({
    id,
    browser: text,
    system: text,
    created_at: when,
    last_seen_at: when,
    current: Type.Boolean({ description: 'The one that asks' }),
  }),
);
export type DevicesReply = Static<typeof devicesReply>;

const endedReply = Type.Object({ ended: Type.Integer() });

const ownFile = Type.Object({
  id,
  name: text,
  size: Type.Integer(),
  mime: text,
  url: text,
  created_at: when,
});
const ownFileReply = ownFile;
const ownFilesReply = listOf(ownFile);
export type OwnFilesReply = Static<typeof ownFilesReply>;

const copy = Type.Object({
  id,
  state: oneOf('making', 'ready', 'gone'),
  asked_at: when,
  until: nullable(when),
  size: nullable(Type.Integer()),
  url: nullable(text),
});
export type CopyReply = Static<typeof copy>;
/** The newest copies that a user requested of their own data. */
const copiesReply = Type.Object({ items: Type.Array(copy) });

/** `upload_id` is the last segment of the finished upload's URL. */
const keepFileBody = Type.Object({ upload_id: id });

/** E-mails that a user gets besides those about the account itself. */
const mailChoices = Type.Object({ orders: oneOf(...orderMailChoices) });

/**
 * The data of their account that users can change, and its e-mail address. Servers from before the address could be changed
 * do not send `has_password`.
 */
const profileReply = Type.Object({
  display_name: text,
  email: text,
  phone: nullable(text),
  language: text,
  has_password: Type.Optional(Type.Boolean()),
});
export type ProfileReply = Static<typeof profileReply>;
/** An empty phone number, or none, removes it. */
const profileBody = Type.Object({
  display_name: Type.String({ maxLength: 100 }),
  phone: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
  language: oneOf(...languages.map(({ code }) => code)),
});
export type ProfileBody = Static<typeof profileBody>;

const email = Type.String({ minLength: 3, maxLength: 254 });

/** Another address for the account, and the account's password as proof. A code is sent to the address. */
const emailChangeBody = Type.Object({ email, password: Type.String({ minLength: 1, maxLength: 512 }) });
/** The code that was sent to the new address, to this device. */
const emailConfirmBody = Type.Object({ email, code: Type.String({ maxLength: 20 }) });
const emailReply = Type.Object({ email: text });
/** The token of the link in the e-mail to the old address. */
const emailUndoBody = Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }) });

const quotaUsage = Type.Object({
  quota: oneOf(...quotaNames),
  unit: oneOf('bytes', 'count'),
  per: oneOf('total', 'day', 'order'),
  used: nullable(Type.Number({ description: 'Null where each order has its own' })),
  limit: Type.Number(),
});

/** Usage of each quota: the user's own, and for company administrators also the company's. */
const quotasReply = Type.Object({ own: Type.Array(quotaUsage), company: nullable(Type.Array(quotaUsage)) });
export type QuotasReply = Static<typeof quotasReply>;

export const routesOfUsers = {
  'GET /users/me': { response: { 200: meReply } },
  'GET /users/me/mails': { response: { 200: mailChoices } },
  'PUT /users/me/mails': { keyed: true, body: mailChoices, response: { 200: mailChoices } },
  'GET /users/me/profile': { response: { 200: profileReply } },
  'PUT /users/me/profile': { keyed: true, body: profileBody, response: { 200: profileReply } },
  'GET /users/me/quotas': { response: { 200: quotasReply } },
  // The reply is the same if the address has an account. Refused with the field `password` or `email`.
  'POST /users/me/email': { body: emailChangeBody, response: { 200: codeSentReply } },
  // On the device that asked for the change. A repeat after a lost reply is harmless.
  'POST /users/me/email/confirm': { body: emailConfirmBody, response: { 200: emailReply } },
  'POST /auth/undo_email_change': { body: emailUndoBody, response: { 200: emailReply } },
  'GET /users/me/copies': { response: { 200: copiesReply } },
  // While one is being made, the reply is that one.
  'POST /users/me/copies': { keyed: true, response: { 202: copiesReply } },
  'GET /users/me/copies/:id': { params: idParams, response: { 200: bytesOf('application/zip') } },
  'GET /users/me/devices': { response: { 200: devicesReply } },
  'DELETE /users/me/devices/:id': { keyed: true, params: idParams, response: { 204: nothing } },
  // All except the caller.
  'DELETE /users/me/devices': { keyed: true, response: { 200: endedReply } },
  'GET /users/files': { querystring: pageQuery, response: { 200: ownFilesReply } },
  'POST /users/files': { keyed: true, body: keepFileBody, response: { 201: ownFileReply } },
  'GET /users/files/:id': { params: idParams, response: { 200: bytesOf('*/*') } },
  'DELETE /users/files/:id': { keyed: true, params: idParams, response: { 204: nothing } },
} satisfies RouteTable;
