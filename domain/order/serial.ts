/**
 * Serials of cells, such as `2026-000123-C07-Q`: year and number of the order, number of the cell, and a character that
 * shows a typing error. It is computed as ISO/IEC 7064 MOD 37,36 says, which finds every wrong character and every
 * exchange of two neighbours.
 */

const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Returns the serial of a cell. @param number of the order, such as `PO-2026-000123` */
export function serialOf(number: string, n: number): string {
  const body = `${number.replace(/^PO-/, '')}-C${String(n).padStart(2, '0')}`;
  return `${body}-${checkOf(body)}`;
}

/** Whether a serial has the check character that follows from the rest. */
export function isSerial(text: string): boolean {
  const [, body, check] = /^(\d{4}-\d{6,}-C\d{2,})-([0-9A-Z])$/.exec(text.trim().toUpperCase()) ?? [];
  return body !== undefined && checkOf(body) === check;
}

function checkOf(body: string): string {
  const size = characters.length;
  let product = size;
  for (const character of body) {
    const value = characters.indexOf(character);
    // Dashes are for the eye.
    if (value < 0) continue;
    const sum = (product + value) % size || size;
    product = (sum * 2) % (size + 1);
  }
  return characters.charAt((size + 1 - product) % size);
}
