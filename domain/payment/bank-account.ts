/** A bank account that invoices are paid to. */
export interface BankAccount {
  holder: string;
  /** Without spaces. */
  iban: string;
  bic?: string;
}

/** Returns an IBAN without spaces, in capitals. */
export function cleanIban(text: string): string {
  return text.replaceAll(/\s/g, '').toUpperCase();
}

/** Whether this is an IBAN with the right check digits (ISO 13616). */
export function isIban(text: string): boolean {
  const iban = cleanIban(text);
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const letters = iban.slice(4) + iban.slice(0, 4);
  // A letter counts as a number of two digits: A is 10, Z is 35.
  return BigInt(letters.replaceAll(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)))) % 97n === 1n;
}

/** Whether this is a BIC (ISO 9362). */
export function isBic(text: string): boolean {
  return /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text);
}

/** Returns an IBAN in groups of four, as it is printed. */
export function groupedIban(iban: string): string {
  return (cleanIban(iban).match(/.{1,4}/g) ?? []).join(' ');
}
