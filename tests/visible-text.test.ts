import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

/** Every text that a user sees or hears comes from a locale file; none is written in the markup. */

const src = join(import.meta.dirname, '..', 'src');

/** Attributes that are shown or read aloud. */
const spoken = new Set(['label', 'title', 'placeholder', 'alt', 'aria-label', 'aria-description', 'hint']);

/** Symbols and abbreviations that are the same in every language. */
const signs = /^[^\p{L}]*$|^(min|max|99\+)$/u;

test('no screen has a text of its own', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.tsx'));
  expect(files.length).toBeGreaterThan(50);
  expect(files.flatMap((path) => textsIn(path, readFileSync(join(src, path), 'utf8')))).toEqual([]);
});

test('it would find one', () => {
  const screen = `const a = <p title="Hello">World {'again'} {x ? 'and' : "then"} {t('key')} <b>·</b></p>;`;
  const found = ['Hello', 'World', 'again', 'and', 'then'].map((text) => `a.tsx: ${text}`);
  expect(textsIn('a.tsx', screen).sort()).toEqual(found.sort());
});

function textsIn(path: string, code: string): string[] {
  const found: string[] = [];
  const keep = (text: unknown) => {
    if (typeof text === 'string' && !signs.test(text.trim())) found.push(`${path}: ${text.trim()}`);
  };
  walk(parseSync(path, code, { lang: 'tsx' }).program, (node) => {
    if (node['type'] === 'JSXText') keep(node['value']);
    if (node['type'] === 'JSXAttribute' && spoken.has(nameOf(node))) shown(node['value'], keep);
    // Expressions in braces between tags; those in attributes are handled with their attribute.
    if (node['type'] === 'JSXElement' || node['type'] === 'JSXFragment') {
      for (const child of partsOf(node['children'])) if (child['type'] === 'JSXExpressionContainer') shown(child, keep);
    }
  });
  return found;
}

type Node = Record<string, unknown>;

/** Collects the literals that an expression may evaluate to; function calls are not followed. */
function shown(value: unknown, keep: (text: unknown) => void): void {
  if (!isNode(value)) return;
  const { type } = value;
  if (type === 'Literal') keep(value['value']);
  if (type === 'JSXExpressionContainer') shown(value['expression'], keep);
  if (type === 'TemplateLiteral') for (const part of partsOf(value['quasis'])) keep(cookedOf(part));
  if (type === 'ConditionalExpression') for (const side of ['consequent', 'alternate']) shown(value[side], keep);
  if (type === 'LogicalExpression') shown(value['right'], keep);
}

function cookedOf(part: Node): unknown {
  return isNode(part['value']) ? part['value']['cooked'] : undefined;
}

function nameOf(attribute: Node): string {
  return isNode(attribute['name']) ? String(attribute['name']['name']) : '';
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) walk(each, visit);
  else if (isNode(value)) {
    if (typeof value['type'] === 'string') visit(value);
    for (const part of Object.values(value)) walk(part, visit);
  }
}

function partsOf(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null;
}
