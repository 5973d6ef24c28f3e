/** Expressions as text: numbers, names of values, + - * / ^, brackets and a few functions. */

/** Splits an expression into its tokens. @returns undefined when it has characters that belong to none */
export function tokensOf(expression: string): string[] | undefined {
  const tokens = expression.match(/\d+(\.\d+)?|[A-Za-z]\w*|[-+*/^()]/g) ?? [];
  return tokens.join('') === expression.replaceAll(/\s/g, '') ? tokens : undefined;
}

/**
 * Computes an expression.
 * @param values the values of its names
 * @returns undefined when it is no expression, a name has no value, or the result is not finite
 */
export function evaluate(expression: string, values: Readonly<Record<string, number>> = {}): number | undefined {
  const tokens = tokensOf(expression);
  const value = tokens === undefined ? undefined : new Parser(tokens, values).whole();
  return value !== undefined && Number.isFinite(value) ? value : undefined;
}

/** Returns the names of values in an expression, each once. */
export function namesIn(expression: string): string[] {
  const words = (tokensOf(expression) ?? []).filter((token) => /^[A-Za-z]/.test(token));
  return [...new Set(words)].filter((word) => !Object.hasOwn(functions, word) && word !== 'pi');
}

const functions: Readonly<Record<string, (value: number) => number>> = {
  ln: Math.log,
  sqrt: Math.sqrt,
  abs: Math.abs,
  floor: Math.floor,
  round: Math.round,
  positive: (value) => Math.max(0, value),
  // 20 / 4 must stay 5 when it is computed as 5.000000001.
  ceil: (value) => Math.ceil(value - 1e-9),
};

// A sum is products added; a product is powers multiplied; a power is a value raised to a power. Recursive descent.
class Parser {
  readonly #tokens: readonly string[];
  readonly #values: Readonly<Record<string, number>>;
  #at = 0;

  constructor(tokens: readonly string[], values: Readonly<Record<string, number>>) {
    this.#tokens = tokens;
    this.#values = values;
  }

  /** The value of all tokens; undefined when they are no expression. */
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
    if (this.#take('(') !== undefined) return this.#closed();
    const token = this.#tokens[this.#at];
    if (token === undefined || !/^[\dA-Za-z]/.test(token)) return undefined;
    this.#at++;
    if (/^\d/.test(token)) return Number(token);
    const call = Object.hasOwn(functions, token) ? functions[token] : undefined;
    if (call === undefined) return token === 'pi' ? Math.PI : this.#values[token];
    const argument = this.#take('(') === undefined ? undefined : this.#closed();
    return argument === undefined ? undefined : call(argument);
  }

  /** The sum up to a closing bracket. */
  #closed(): number | undefined {
    const value = this.#sum();
    return this.#take(')') === undefined ? undefined : value;
  }

  #take(...wanted: string[]): string | undefined {
    const token = this.#tokens[this.#at];
    if (token === undefined || !wanted.includes(token)) return undefined;
    this.#at++;
    return token;
  }
}
