import type { Json } from '../../ground/json.ts';
import { isBlank } from '../../ground/text.ts';
import type { OrderDoc } from '../data/order.ts';

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
