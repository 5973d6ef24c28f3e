/** How people can be reached, and when two spellings of an address lead to the same mailbox. */

/** Part of every platform we run on, but not of the language. */
declare const URL: new (address: string) => { hostname: string };

/** What RFC 5322 lets stand before the @ without quotes, and letters and digits of every script. */
const localPart = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const hostLabel = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;
/** Invisible characters, some of which count as letters or marks. */
const invisible = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Whether this can be an e-mail address, one and nothing beside it; only a code sent to it shows that it is one.
 * @param text in its normal form
 */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const [local, labels] = [text.slice(0, Math.max(0, at)), text.slice(at + 1).split('.')];
  if (text.length > 254 || local.length > 64 || invisible.test(text) || !localPart.test(local)) return false;
  // Digits alone are a network address, not a name.
  const isName = labels.length > 1 && !/^[0-9]+$/.test(labels.at(-1) ?? '');
  return isName && labels.every((label) => label.length <= 63 && hostLabel.test(label));
}

/**
 * The one spelling of an address, under which an account is found and codes and limits are counted: no spaces around it,
 * Unicode's compatible forms as their plain ones, small letters, a host of another script in its ASCII form. What is no
 * address stays none.
 */
export function normalEmail(text: string): string {
  const plain = text.trim().normalize('NFKC').toLowerCase();
  const at = plain.lastIndexOf('@');
  return plain.slice(0, at + 1) + asciiHost(plain.slice(at + 1));
}

/** `bücher.example` as `xn--bcher-kva.example`; what is no host stays as it is. */
function asciiHost(host: string): string {
  if (!/[^\0-\x7f]/.test(host) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(host) || invisible.test(host)) return host;
  try {
    return new URL(`http://${host}`).hostname;
  } catch {
    return host;
  }
}

/**
 * How an account may be stored that is meant by this text: as it was typed, which counts more, and in the normal form. They
 * differ only for accounts older than the normal form.
 */
export function spellingsOf(text: string): string[] {
  return [...new Set([text.trim().toLowerCase(), normalEmail(text)])];
}

/**
 * The mailbox behind an address, for limits and trials: what stands between a plus sign and the @ leads to the same one. Letters
 * go to the address itself.
 */
export function mailboxOf(email: string): string {
  return normalEmail(email).replace(/^([^@+]+)\+[^@]*@/, '$1@');
}

/** The digits of a phone number in E.164, with its plus sign if it has one; undefined when it is none. */
export function phoneFrom(text: string): string | undefined {
  const phone = text.replace(/[\s()-]/g, '');
  return /^\+?[0-9]{7,15}$/.test(phone) ? phone : undefined;
}

/**
 * What to call somebody of whom only the address is known: `mina.park+lab@…` is Mina Park. Where nothing of it reads as a
 * name, it is what stands before the @.
 */
export function nameOfAddress(email: string): string {
  const local = email.slice(0, Math.max(0, email.lastIndexOf('@')));
  const words = (local.split('+')[0] ?? '').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const name = words.map((word) => word.replace(/^\p{L}/u, (letter) => letter.toUpperCase())).join(' ');
  return /\p{L}/u.test(name) ? name : local;
}
