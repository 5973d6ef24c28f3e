import { demoOrders } from '../../server/demo/orders.ts';
import type { Random } from '../simulation/random.ts';
import type { Schema } from './routes.ts';

/** Generates values for a schema: valid, nearly valid, and hostile ones. */

/** How wrong a request is intended to be. */
export type Mood = 'valid' | 'near' | 'hostile';

/** Ids that values may contain. */
export interface Names {
  ids(): readonly string[];
  emails: readonly string[];
  /** The caller's id. */
  own?: string | undefined;
}

/** Values where a schema is open: documents of orders, arguments of commands. */
const documents: unknown[] = [...demoOrders.map(({ doc }) => doc), { roomId: 1, content: 'x' }, { upTo: 1e300 }, {}];

/** Texts that JSON can represent but a database, a screen or a parser may not handle. */
const texts = [
  '',
  ' ',
  'null',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff',
  `${'a'.repeat(138)}\u{1f600}${'b'.repeat(20)}`,
  '\u200b',
  '\u202egnp.exe',
  `e${'\u0301'.repeat(200)}`,
  '한글',
  '\ufeffbom',
  "' or 1=1 --",
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  '%00',
  '__proto__',
  'constructor',
  '=HYPERLINK("http://evil")',
  'line\r\nbreak: x',
  'a'.repeat(10_001),
  'b'.repeat(120_000),
] as const;

const numbers = [
  0,
  -1,
  1.5,
  2147483647,
  2147483648,
  -2147483649,
  4294967296,
  2 ** 53,
  2 ** 53 + 2,
  1e10,
  1e21,
  1e300,
  -1e300,
  5e-324,
  -0,
] as const;

const shapes: unknown[] = [null, true, [], {}, [[]], { toString: 1 }, [null], 'text', 7, { a: { b: { c: {} } } }];

/** Returns a value for this schema. Unless the mood is valid, some part of it is wrong. */
export function valueOf(schema: Schema, random: Random, mood: Mood, names: Names, depth = 0): unknown {
  if (mood === 'hostile' && random.chance(depth === 0 ? 0.08 : 0.2)) return hostile(random);
  if (mood === 'near' && random.chance(0.08)) return random.pick(shapes);
  if (schema.nullable === true && random.chance(0.2)) return null;
  if (schema.enum !== undefined) return mood === 'valid' || random.chance(0.7) ? random.pick(schema.enum) : 'unknown';
  if (schema.const !== undefined) return schema.const;
  if (schema.anyOf !== undefined) return valueOf(random.pick(schema.anyOf), random, mood, names, depth + 1);
  switch (schema.type ?? 'anything') {
    case 'object':
      return objectOf(schema, random, mood, names, depth);
    case 'array': {
      const most = Math.min(schema.maxItems ?? 4, 4);
      const isLong = mood === 'hostile' && random.chance(0.1);
      // A long list is hostile by its length alone: long lists within long lists would fill the memory.
      const within = isLong ? 'valid' : mood;
      return Array.from({ length: isLong ? 600 : random.below(most + 1) }, () =>
        valueOf(schema.items ?? {}, random, within, names, depth + 1),
      );
    }
    case 'integer':
    case 'number':
      return numberOf(schema, random, mood);
    case 'boolean':
      return random.chance(0.5);
    case 'string':
      return textOf(schema, random, mood, names);
    default:
      return random.pick(mood === 'hostile' ? shapes : documents);
  }
}

function objectOf(schema: Schema, random: Random, mood: Mood, names: Names, depth: number): object {
  const required = new Set(schema.required);
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, each]) => {
    const isLeftOut = required.has(name) ? mood !== 'valid' && random.chance(0.1) : random.chance(0.4);
    return isLeftOut ? [] : [[name, valueOf(each, random, mood, names, depth + 1)]];
  });
  if (mood !== 'valid' && random.chance(0.2))
    members.push([random.pick(['role', '$where', 'id', 'constructor', 'x'.repeat(300)]), hostile(random)]);
  return Object.fromEntries(members) as object;
}

function numberOf({ minimum = 0, maximum = minimum + 100 }: Schema, random: Random, mood: Mood): number {
  if (mood !== 'valid' && random.chance(0.4)) return random.pick([...numbers, minimum - 1, maximum + 1]);
  return random.chance(0.3)
    ? random.pick([minimum, maximum])
    : random.between(minimum, Math.min(maximum, minimum + 50));
}

function textOf(schema: Schema, random: Random, mood: Mood, names: Names): string {
  if (mood !== 'valid' && random.chance(0.35)) return random.pick(texts);
  if (schema.pattern?.includes('[0-9a-f') === true || schema.pattern?.includes('a-fA-F') === true) {
    if (!schema.pattern.includes('{12}')) return 'a'.repeat(64);
    if (names.own !== undefined && random.chance(0.3)) return names.own;
    return random.chance(0.7) ? random.pick(names.ids()) : random.uuid();
  }
  if (schema.pattern === '^[0-9]{1,20}$')
    return String(random.pick([0, 1, 740, '18446744073709551615', '99999999999999999999']));
  const said = random.pick([...words, ...names.emails]);
  const short = said.slice(0, schema.maxLength ?? said.length);
  if (mood !== 'valid' && schema.maxLength !== undefined && random.chance(0.2)) return 'x'.repeat(schema.maxLength + 1);
  return short.padEnd(schema.minLength ?? 0, 'x');
}

const words = [
  'Batch 7',
  'How wide is a 4680 cell?',
  'Demo-2026!',
  'premium',
  'professional',
  '123456',
  'ko',
  'chat.send',
  'room.open',
];

/** Returns a value that none of our programs sends. */
export function hostile(random: Random): unknown {
  return random.pick<() => unknown>([
    () => random.pick(texts),
    () => random.pick(numbers),
    () => random.pick(shapes),
    () => nested(random.between(20, 3000)),
    () => Array.from({ length: 2000 }, (_, i) => i),
    () => Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`k${i}`, i])),
  ])();
}

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < levels; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Returns a path segment: mostly an existing id. */
export function pathPart(schema: Schema, name: string, random: Random, mood: Mood, names: Names): string {
  if (mood !== 'valid' && random.chance(0.4)) {
    const odd = [
      '0',
      '-1',
      'null',
      '%00',
      '..',
      '%2e%2e%2f',
      'a'.repeat(300),
      '%ff',
      '%',
      'NaN',
      '{id}',
      '%F0%9F%98%80',
      ';x',
    ];
    return random.pick(odd);
  }
  if (name === 'email') return encodeURIComponent(random.pick(names.emails));
  return encodeURIComponent(String(valueOf(schema, random, 'valid', names)).toWellFormed());
}
