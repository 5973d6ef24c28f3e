/**
 * The address a letter goes to, which is exactly one.
 * @throws for what a mail program could read as a list, a name, or a line of its own
 */
export function oneAddress(text: string): string {
  if (!/^[^\s@]+@[^\s@]+$/.test(text) || /[,;:<>()"[\]\\\p{C}]/u.test(text)) {
    throw new Error('a letter goes to one address, and this is none');
  }
  return text;
}
