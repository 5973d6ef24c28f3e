import { Unreadable } from './unreadable.ts';

/** Allowance for one file and for all files in it, by what is counted. */
export class FileAllowance<Counted extends string> {
  readonly #left: Record<Counted, number>;

  constructor(most: Readonly<Record<Counted, number>>) {
    this.#left = { ...most };
  }

  has(counted: Counted, amount: number): boolean {
    return amount <= this.#left[counted];
  }

  /** Spends an amount. @throws Unreadable `tooLarge` when less is left */
  take(counted: Counted, amount = 1): void {
    if (!this.has(counted, amount)) throw new Unreadable('tooLarge');
    this.#left[counted] -= amount;
  }
}
