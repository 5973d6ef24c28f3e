/** E-mail addresses and phone numbers: validation, normal forms, and which addresses lead to the same mailbox. */

/** Available on every platform we run on, but not part of ECMAScript. */
declare const URL: new (address: string) => { hostname: string };

/** RFC 5322 dot-atom (a local part without quotes), extended to letters, marks and digits of every script. */
const localPart = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const hostLabel = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;
/** Invisible characters, some of which Unicode counts as letters or marks. */
const invisible = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Whether the text has the syntax of exactly one e-mail address. Only a code sent to it proves that it exists.
 * @param text as returned by `normalEmail`
 */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const [local, labels] = [text.slice(0, Math.max(0, at)), text.slice(at + 1).split('.')];
  if (text.length > 254 || local.length > 64 || invisible.test(text) || !localPart.test(local)) return false;
  // A last label of digits alone is an IP address, not a host name.
  const isName = labels.length > 1 && !/^[0-9]+$/.test(labels.at(-1) ?? '');
  return isName && labels.every((label) => label.length <= 63 && hostLabel.test(label));
}

/**
 * Returns the normal form of an e-mail address, under which accounts are found and codes and limits are counted:
 * trimmed, NFKC, lower case, the host in its ASCII form (Punycode). It does not validate: invalid text stays invalid.
 */
export function normalEmail(text: string): string {
  const plain = text.trim().normalize('NFKC').toLowerCase();
  const at = plain.lastIndexOf('@');
  return plain.slice(0, at + 1) + asciiHost(plain.slice(at + 1));
}

/** Converts `bücher.example` to `xn--bcher-kva.example`. Text that is not a host name is returned unchanged. */
function asciiHost(host: string): string {
  if (!/[^\0-\x7f]/.test(host) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(host) || invisible.test(host)) return host;
  try {
    return new URL(`http://${host}`).hostname;
  } catch {
    return host;
  }
}

/**
 * Returns the addresses under which the account for this text may be stored, in order of precedence: as typed
 * (trimmed, lower case), then the normal form. They differ only for accounts that are older than the normal form.
 */
export function spellingsOf(text: string): string[] {
  return [...new Set([text.trim().toLowerCase(), normalEmail(text)])];
}

/**
 * Returns the mailbox behind an address, for limits and trials: the part from a plus sign to the @ is removed. E-mails
 * are sent to the address itself.
 */
export function mailboxOf(email: string): string {
  return normalEmail(email).replace(/^([^@+]+)\+[^@]*@/, '$1@');
}

/**
 * Parses an E.164 phone number: digits, after a plus sign if one was typed. Full-width characters count as the plain
 * ones, and what people write between the digits is left out: also the zero of +49 (0)89,
 * which is dialed within the country only. Numbers of Italy and San Marino keep it. @returns undefined when it is not one
 */
export function phoneFrom(text: string): string | undefined {
  const plain = text.normalize('NFKC').replace(/[\s\p{Cf}]/gu, '');
  const international = plain.replace(/^((?:\+|00)(?!39|378)[1-9]\d{0,2}[.,/·\p{Pd}−]*)\(0\)/u, '$1');
  const phone = international.replace(/[().,/·\p{Pd}−]/gu, '');
  return /^\+?[0-9]{7,15}$/.test(phone) ? phone : undefined;
}

/**
 * Derives a display name from an e-mail address, for users without a known name: `mina.park+lab@…` gives Mina Park.
 * @returns the local part unchanged when no name with a letter can be derived from it
 */
export function nameOfAddress(email: string): string {
  const local = email.slice(0, Math.max(0, email.lastIndexOf('@')));
  const words = (local.split('+')[0] ?? '').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const name = words.map((word) => word.replace(/^\p{L}/u, (letter) => letter.toUpperCase())).join(' ');
  return /\p{L}/u.test(name) ? name : local;
}
