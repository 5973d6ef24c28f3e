/**
 * Returns the address of an e-mail's recipient.
 * @throws for text that a mail server could parse as a list, a display name or a header line
 */
export function oneAddress(text: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(text) || /[,;:<>()"[\]\\\p{C}]/u.test(text)) {
    throw new Error('an e-mail goes to exactly one address, and this is not one');
  }
  return text;
}
