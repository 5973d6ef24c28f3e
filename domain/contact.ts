/** How people can be reached. */

/** Whether this can be an e-mail address; only a code sent to it shows that it is one. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>()",;:\\[\]\p{C}]+@[^\s@.]+(\.[^\s@.]+)+$/u.test(text);
}

/** The one spelling of an address under which an account is found. */
export function normalEmail(text: string): string {
  return text.trim().toLowerCase();
}

/** The mailbox behind an address: what stands between a plus sign and the @ leads to the same one. */
export function mailboxOf(email: string): string {
  return normalEmail(email).replace(/\+[^@]*@/, '@');
}

/** The digits of a phone number in E.164, with its plus sign if it has one; undefined when it is none. */
export function phoneFrom(text: string): string | undefined {
  const phone = text.replace(/[\s()-]/g, '');
  return /^\+?[0-9]{7,15}$/.test(phone) ? phone : undefined;
}
