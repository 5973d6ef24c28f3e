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
