import { Type, type Static } from 'typebox';
import { languages } from '../../ground/languages.ts';
import { orderMailChoices } from '../../order/life/step-mails.ts';
import { quotaNames } from '../../account/quotas.ts';
import { id, listOf, nullable, oneOf, page, text, when } from '../../ground/wire/parts.ts';

/** Schemas of a user's devices, own files, copies of their data, and quotas. */

export const devicesReply = listOf(
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

export const endedReply = Type.Object({ ended: Type.Integer() });

const ownFile = Type.Object({
  id,
  name: text,
  size: Type.Integer(),
  mime: text,
  url: text,
  created_at: when,
});
export const ownFileReply = ownFile;
export const ownFilesReply = listOf(ownFile);
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
export const copiesReply = Type.Object({ items: Type.Array(copy) });
export type CopiesReply = Static<typeof copiesReply>;

export const pageQuery = Type.Object(page);

/** `upload_id` is the last segment of the finished upload's URL. */
export const keepFileBody = Type.Object({ upload_id: id });

/** Which e-mails a user gets besides those about the account itself. */
export const mailChoices = Type.Object({ orders: oneOf(...orderMailChoices) });
export type MailChoices = Static<typeof mailChoices>;

/**
 * The data of their account that users can change, and its e-mail address. Servers from before the address could be changed
 * do not send `has_password`.
 */
export const profileReply = Type.Object({
  display_name: text,
  email: text,
  phone: nullable(text),
  language: text,
  has_password: Type.Optional(Type.Boolean()),
});
export type ProfileReply = Static<typeof profileReply>;
/** An empty phone number, or none, removes it. */
export const profileBody = Type.Object({
  display_name: Type.String({ maxLength: 100 }),
  phone: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
  language: oneOf(...languages.map(({ code }) => code)),
});
export type ProfileBody = Static<typeof profileBody>;

const email = Type.String({ minLength: 3, maxLength: 254 });

/** Another address for the account, and the account's password as proof. A code is sent to the address. */
export const emailChangeBody = Type.Object({ email, password: Type.String({ minLength: 1, maxLength: 512 }) });
/** The code that was sent to the new address, to this device. */
export const emailConfirmBody = Type.Object({ email, code: Type.String({ maxLength: 20 }) });
export const emailReply = Type.Object({ email: text });
/** The token of the link in the e-mail to the old address. */
export const emailUndoBody = Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }) });

const quotaUsage = Type.Object({
  quota: oneOf(...quotaNames),
  unit: oneOf('bytes', 'count'),
  per: oneOf('total', 'day', 'order'),
  used: nullable(Type.Number({ description: 'Null where each order has its own' })),
  limit: Type.Number(),
});

/** Usage of each quota: the user's own, and for company administrators also the company's. */
export const quotasReply = Type.Object({ own: Type.Array(quotaUsage), company: nullable(Type.Array(quotaUsage)) });
export type QuotasReply = Static<typeof quotasReply>;
