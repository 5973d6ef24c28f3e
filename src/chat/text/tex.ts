/** Converts the TeX of simple formulas to a tree of MathML elements. */

export interface MathNode {
  tag: string;
  attributes?: Readonly<Record<string, string>>;
  children: readonly (MathNode | string)[];
}

/** @returns undefined for TeX that it does not know; it is then shown as it is written */
export function mathOf(tex: string): MathNode | undefined {
  if (tex.length > longest) return undefined;
  const tokens = tex.match(token) ?? [];
  const reader = { tokens, at: 0, depth: 0 };
  const nodes = rowOf(reader, undefined);
  return nodes === undefined || reader.at < tokens.length ? undefined : row(nodes);
}

const longest = 1000;
const deepest = 12;
const token = /\\[A-Za-z]+|\\.|\d+(?:[.,]\d+)*|[^\s]/gu;

interface TexReader {
  tokens: readonly string[];
  at: number;
  depth: number;
}

const element = (tag: string, ...children: (MathNode | string)[]): MathNode => ({ tag, children });
const row = (nodes: readonly MathNode[]): MathNode =>
  nodes.length === 1 && nodes[0] ? nodes[0] : element('mrow', ...nodes);

/** Reads up to the closing token, which is consumed, or to the end of the formula. */
function rowOf(reader: TexReader, end: string | undefined): MathNode[] | undefined {
  if (++reader.depth > deepest) return undefined;
  const nodes: MathNode[] = [];
  for (;;) {
    const next = reader.tokens[reader.at];
    if (next === end || next === undefined) break;
    const node = scriptedOf(reader);
    if (node === undefined) return undefined;
    nodes.push(node);
  }
  if (end !== undefined && reader.tokens[reader.at++] !== end) return undefined;
  reader.depth--;
  return nodes;
}

/** Reads an atom with its subscript and superscript. */
function scriptedOf(reader: TexReader): MathNode | undefined {
  const base = atomOf(reader);
  if (base === undefined) return undefined;
  const scripts: { _?: MathNode; '^'?: MathNode } = {};
  for (;;) {
    const mark = reader.tokens[reader.at];
    if ((mark !== '_' && mark !== '^') || scripts[mark] !== undefined) break;
    reader.at++;
    const script = atomOf(reader);
    if (script === undefined) return undefined;
    scripts[mark] = script;
  }
  const { _: below, '^': above } = scripts;
  if (below !== undefined && above !== undefined) return element('msubsup', base, below, above);
  if (below !== undefined) return element('msub', base, below);
  return above === undefined ? base : element('msup', base, above);
}

function atomOf(reader: TexReader): MathNode | undefined {
  const next = reader.tokens[reader.at++];
  if (next === undefined || next === '}' || next === '^' || next === '_' || next === '&' || next === '#')
    return undefined;
  if (next === '{') {
    const nodes = rowOf(reader, '}');
    return nodes && row(nodes);
  }
  if (next.startsWith('\\')) return commandOf(reader, next);
  if (/^\d/.test(next)) return element('mn', next);
  return /^\p{L}$/u.test(next) ? element('mi', next) : element('mo', next === '-' ? '−' : next);
}

function commandOf(reader: TexReader, command: string): MathNode | undefined {
  const name = command.slice(1);
  const symbol = own(symbols, name);
  if (symbol !== undefined) return element(/^\p{L}$/u.test(symbol) ? 'mi' : 'mo', symbol);
  if (functions.has(name)) return element('mi', name);
  const width = own(spaces, name);
  if (width !== undefined) return { tag: 'mspace', attributes: { width }, children: [] };
  if (/^[%$&#_{}]$/.test(name)) return element('mo', name);
  if (name === 'left' || name === 'right') return atomOf(reader);
  if (name === 'text' || name === 'mathrm') return readTextNode(reader);
  const first = name === 'sqrt' && reader.tokens[reader.at] === '[' ? indexOf(reader) : undefined;
  const over = own(accents, name);
  if (!['frac', 'dfrac', 'tfrac', 'sqrt'].includes(name) && over === undefined) return undefined;
  const inner = atomOf(reader);
  if (inner === undefined) return undefined;
  if (over !== undefined)
    return { tag: 'mover', attributes: { accent: 'true' }, children: [inner, element('mo', over)] };
  if (name === 'sqrt') return first === undefined ? element('msqrt', inner) : element('mroot', inner, first);
  const under = atomOf(reader);
  return under && element('mfrac', inner, under);
}

/** Reads a table by a name that a text gives: `constructor` is in none. */
function own(table: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function indexOf(reader: TexReader): MathNode | undefined {
  reader.at++;
  const nodes = rowOf(reader, ']');
  return nodes && row(nodes);
}

function readTextNode(reader: TexReader): MathNode | undefined {
  if (reader.tokens[reader.at] !== '{') return undefined;
  const end = reader.tokens.indexOf('}', reader.at);
  if (end < 0) return undefined;
  const words = reader.tokens.slice(reader.at + 1, end);
  reader.at = end + 1;
  return words.some((word) => word === '{' || (word.length > 1 && word.startsWith('\\')))
    ? undefined
    : element('mtext', words.join(''));
}

const functions = new Set(['ln', 'log', 'exp', 'sin', 'cos', 'tan', 'min', 'max']);
const spaces: Readonly<Record<string, string>> = {
  ',': '0.17em',
  ';': '0.28em',
  ' ': '0.33em',
  quad: '1em',
  qquad: '2em',
};
const accents: Readonly<Record<string, string>> = { bar: '¯', overline: '¯', hat: '^', dot: '˙', vec: '→', tilde: '~' };
const symbols: Readonly<Record<string, string>> = {
  alpha: 'α',
  beta: 'β',
  gamma: 'γ',
  delta: 'δ',
  epsilon: 'ε',
  varepsilon: 'ε',
  zeta: 'ζ',
  eta: 'η',
  theta: 'θ',
  kappa: 'κ',
  lambda: 'λ',
  mu: 'μ',
  nu: 'ν',
  xi: 'ξ',
  pi: 'π',
  rho: 'ρ',
  sigma: 'σ',
  tau: 'τ',
  phi: 'φ',
  varphi: 'φ',
  chi: 'χ',
  psi: 'ψ',
  omega: 'ω',
  Gamma: 'Γ',
  Delta: 'Δ',
  Theta: 'Θ',
  Lambda: 'Λ',
  Pi: 'Π',
  Sigma: 'Σ',
  Phi: 'Φ',
  Psi: 'Ψ',
  Omega: 'Ω',
  cdot: '·',
  times: '×',
  div: '÷',
  pm: '±',
  mp: '∓',
  approx: '≈',
  sim: '∼',
  simeq: '≃',
  equiv: '≡',
  propto: '∝',
  le: '≤',
  leq: '≤',
  ge: '≥',
  geq: '≥',
  ne: '≠',
  neq: '≠',
  ll: '≪',
  gg: '≫',
  to: '→',
  rightarrow: '→',
  leftarrow: '←',
  Rightarrow: '⇒',
  rightleftharpoons: '⇌',
  sum: '∑',
  prod: '∏',
  int: '∫',
  partial: '∂',
  nabla: '∇',
  infty: '∞',
  circ: '∘',
  degree: '°',
  ldots: '…',
  dots: '…',
  cdots: '⋯',
  mid: '|',
  langle: '⟨',
  rangle: '⟩',
};
