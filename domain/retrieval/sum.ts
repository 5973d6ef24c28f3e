/**
 * Returns a sum with its result, such as "2 + 2 = 4"; undefined when the text is anything else. Numbers with units are
 * questions about batteries and not for this.
 */
export function sumIn(text: string): string | undefined {
  if (text.length > 100) return undefined;
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/^(what is|what's|how much is|calculate|compute|solve)\b/, '')
    .replace(/[=?\s]+$/, '')
    .replaceAll('×', '*')
    .replaceAll(/(?<=\d\s*)x(?=\s*\d)/g, '*')
    .replaceAll('÷', '/')
    .replaceAll(':', '/')
    .replaceAll('−', '-')
    .trim();
  if (!/^[\d\s.+\-*/^()]+$/.test(plain) || !/[\d)]\s*[-+*/^]\s*[\d(-]/.test(plain)) return undefined;
  const tokens = plain.match(/\d+(\.\d+)?|[-+*/^()]/g) ?? [];
  if (tokens.join('') !== plain.replaceAll(/\s/g, '')) return undefined;
  const value = new Parser(tokens).whole();
  if (value === undefined || !Number.isFinite(value)) return undefined;
  return `${tokens.join(' ').replaceAll('( ', '(').replaceAll(' )', ')')} = ${Number(value.toPrecision(12))}`;
}

// A sum is products added; a product is powers multiplied; a power is a value raised to a power. Recursive descent.
class Parser {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  /** The value of all tokens; undefined when they are no sum. */
  whole(): number | undefined {
    const value = this.#sum();
    return this.#at === this.#tokens.length ? value : undefined;
  }

  #sum(): number | undefined {
    let value = this.#product();
    for (;;) {
      const sign = this.#take('+', '-');
      if (sign === undefined || value === undefined) return value;
      const next = this.#product();
      if (next === undefined) return undefined;
      value = sign === '+' ? value + next : value - next;
    }
  }

  #product(): number | undefined {
    let value = this.#power();
    for (;;) {
      const sign = this.#take('*', '/');
      if (sign === undefined || value === undefined) return value;
      const next = this.#power();
      if (next === undefined) return undefined;
      value = sign === '*' ? value * next : value / next;
    }
  }

  #power(): number | undefined {
    const base = this.#value();
    if (base === undefined || this.#take('^') === undefined) return base;
    const exponent = this.#power();
    return exponent === undefined ? undefined : base ** exponent;
  }

  #value(): number | undefined {
    if (this.#take('-') !== undefined) {
      const value = this.#value();
      return value === undefined ? undefined : -value;
    }
    if (this.#take('(') !== undefined) {
      const value = this.#sum();
      return this.#take(')') === undefined ? undefined : value;
    }
    const token = this.#tokens[this.#at];
    if (token === undefined || !/^\d/.test(token)) return undefined;
    this.#at++;
    return Number(token);
  }

  #take(...wanted: string[]): string | undefined {
    const token = this.#tokens[this.#at];
    if (token === undefined || !wanted.includes(token)) return undefined;
    this.#at++;
    return token;
  }
}
