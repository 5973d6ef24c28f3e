import { parseSync, type ESTree } from 'vite';

/** One small fault in a source file: the text between two offsets is replaced. */
export interface Mutant {
  file: string;
  line: number;
  start: number;
  end: number;
  before: string;
  after: string;
}

/** Replacement of each operator. */
const turned: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
};

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/**
 * Lists the faults that can be planted in the functions of a TypeScript file: operators turned, numbers off by one,
 * booleans flipped, conditions negated, `a ?? b` that always gives `b`, and calls left out whose result is not used.
 * Texts are left alone, and so are tables and constants outside functions: a test of their figures would be a copy of
 * them.
 */
export function mutantsOf(file: string, source: string): Mutant[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found: Mutant[] = [];
  const add = (start: number, end: number, after: string): void => {
    const line = source.slice(0, start).split('\n').length;
    found.push({ file, line, start, end, before: source.slice(start, end), after });
  };
  walk(program, (node) => {
    const mutation = mutations[node.type];
    if (mutation !== undefined) mutation(node, add, source);
  });
  return found;
}

/** The source with the fault in it. */
export function planted(source: string, { start, end, after }: Mutant): string {
  return `${source.slice(0, start)}${after}${source.slice(end)}`;
}

type Add = (start: number, end: number, after: string) => void;

const mutations: Record<string, (node: Node, add: Add, source: string) => void> = {
  BinaryExpression: turnOperator,
  LogicalExpression(node, add, source) {
    const right = node['right'] as Node;
    if (node['operator'] === '??') add(node.start, node.end, `(${source.slice(right.start, right.end)})`);
    else turnOperator(node, add, source);
  },
  Literal(node, add) {
    const { value } = node;
    if (typeof value === 'number') add(node.start, node.end, String(value + 1));
    if (typeof value === 'boolean') add(node.start, node.end, String(!value));
  },
  UnaryExpression(node, add, source) {
    const argument = node['argument'] as Node;
    if (node['operator'] === '!') add(node.start, node.end, source.slice(argument.start, argument.end));
  },
  ExpressionStatement(node, add) {
    const call = callOf(node['expression'] as Node);
    if (call !== undefined && (call['callee'] as Node).type !== 'Super') add(node.start, node.end, ';');
  },
  IfStatement: negateTest,
  ConditionalExpression: negateTest,
};

function turnOperator(node: Node, add: Add, source: string): void {
  const [left, right] = [node['left'] as Node, node['right'] as Node];
  const operator = String(node['operator']);
  const other = turned[operator];
  if (other === undefined) return;
  const at = source.indexOf(operator, left.end);
  if (at < right.start) add(at, at + operator.length, other);
}

function negateTest(node: Node, add: Add, source: string): void {
  const test = node['test'] as Node;
  // Turned by its own operator already.
  if (test.type === 'BinaryExpression' && /^[!=]==$/.test(String(test['operator']))) return;
  if (test.type === 'UnaryExpression' && test['operator'] === '!') return;
  add(test.start, test.end, `!(${source.slice(test.start, test.end)})`);
}

/** Returns the call in `f()`, `a?.f()`, `await f()` and `void f()`. */
function callOf(node: Node): Node | undefined {
  if (node.type === 'CallExpression') return node;
  const inner =
    node.type === 'ChainExpression' ? node['expression'] : around.has(node.type) ? node['argument'] : undefined;
  return isNode(inner) ? callOf(inner) : undefined;
}

const around = new Set(['AwaitExpression', 'UnaryExpression']);

/** Visits what is in functions, and what members of classes begin with. */
function walk(value: unknown, visit: (node: Node) => void, isInside = false): void {
  if (Array.isArray(value)) for (const each of value) walk(each, visit, isInside);
  if (!isNode(value)) return;
  if (value.type.startsWith('TS') && !expressions.has(value.type)) return;
  if (isInside) visit(value);
  const isWithin = isInside || bodies.has(value.type);
  for (const [key, child] of Object.entries(value)) if (key !== 'typeAnnotation') walk(child, visit, isWithin);
}

const bodies = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'PropertyDefinition',
  'StaticBlock',
]);

/** Types of TypeScript nodes that wrap an expression rather than a type. */
const expressions = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as ESTree.Node).type === 'string';
}
