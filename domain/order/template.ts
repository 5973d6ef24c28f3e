import type { Json } from '../json.ts';
import { administersCompany } from '../permissions.ts';
import { isBlank } from '../text.ts';
import type { User } from '../users.ts';
import type { Order, OrderDoc } from './order.ts';

/**
 * A template is a draft that is never placed: its document has a name at `templatePath` from its first change on. So it
 * is kept, synced and merged like a draft, also offline. See decision 0091.
 */

/** Path of the name in the document. No field has this path: a copy of the design does not have it. */
export const templatePath = 'template';

export const templateNameChars = 120;

/** Returns the name of a template; undefined for an order. */
export function templateNameOf(doc: OrderDoc): string | undefined {
  const name = doc[templatePath];
  return typeof name === 'string' ? name : undefined;
}

/** Returns the code of the problem with the name of a template; undefined where the name is allowed. */
export function problemWithTemplateName(name: Json): 'NOT_TEXT' | 'REQUIRED' | 'TOO_LONG' | undefined {
  if (typeof name !== 'string') return 'NOT_TEXT';
  if (isBlank(name)) return 'REQUIRED';
  return name.length > templateNameChars ? 'TOO_LONG' : undefined;
}

/**
 * Whether the user may change and discard this draft: its owner, and for a template also an administrator of its
 * company.
 */
export function mayChangeDraft(
  user: Pick<User, 'id' | 'role' | 'company_id'>,
  { ownerId, companyId, doc }: Pick<Order, 'ownerId' | 'companyId' | 'doc'>,
): boolean {
  if (ownerId === user.id) return true;
  return templateNameOf(doc) !== undefined && administersCompany(user) && user.company_id === companyId;
}
