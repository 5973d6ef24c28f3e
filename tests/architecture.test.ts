import { readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { type Layer, sides } from './layers.ts';

const root = resolve(import.meta.dirname, '..');

function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(join(root, path)).isDirectory()) return filesUnder(path);
    return /\.tsx?$/.test(name) ? [path] : [];
  });
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const named =
    /^(?:import|export)\s+(?:type\s+)?(?:[\w$]+\s*,?\s*)?(?:\{[^}]*\}|\*(?:\s+as\s+\w+)?)?\s*from\s+'([^']+)'/gm;
  const bare = /^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm;
  const specifiers = [...text.matchAll(named), ...text.matchAll(bare)].map((match) => match[1] ?? match[2] ?? '');
  return specifiers.map((specifier) => {
    const plain = specifier.replace(/\?.*$/, '');
    if (plain.startsWith('#domain/')) return plain.replace('#domain/', 'domain/');
    if (plain.startsWith('.')) return relative(root, resolve(root, dirname(file), plain));
    return plain;
  });
}

type Side = keyof typeof sides;
const names = ['domain', 'server', 'src'] as const;

/** The layer of a file, and its depth from the top; undefined for a file without one. */
function layerOf(side: Side, file: string): { layer: Layer; depth: number } | undefined {
  const fits = ({ name, files }: Layer) => files?.includes(file) ?? file.startsWith(`${name}/`);
  const inside = sides[side].filter(fits).toSorted((a, b) => b.name.length - a.name.length);
  return inside[0] && { layer: inside[0], depth: sides[side].indexOf(inside[0]) };
}

/** What is wrong with an import: it leads up, to the other side, or to a package that this layer may not use. */
function isWrong(side: Side, file: string, target: string): boolean {
  const from = layerOf(side, file);
  if (from === undefined) return true;
  if (target.startsWith('domain/') && side !== 'domain') return false;
  if (/^(domain|server|src)\//.test(target)) return (layerOf(side, target)?.depth ?? -1) < from.depth;
  return !(from.layer.packages ?? /^/).test(target);
}

test.each(names)('a file of %s imports from its own layer and those below', (side) => {
  const wrong = filesUnder(side).flatMap((file) =>
    importsOf(file)
      .filter((target) => isWrong(side, file, target))
      .map((target) => `${file} must not import ${target}`),
  );
  expect(wrong).toEqual([]);
});

const planted = names.flatMap((side) =>
  sides[side].flatMap((layer, depth) => {
    const file = layer.files?.[0] ?? `${layer.name}/planted.ts`;
    const above = sides[side].slice(0, depth).map(({ name, files }) => files?.[0] ?? `${name}/above.ts`);
    const other = side === 'server' ? 'src/ui/button.tsx' : 'server/ground/log.ts';
    const packages = layer.packages === undefined ? [] : ['left-pad'];
    return [{ side, layer: layer.name, file, targets: [...above, other, ...packages] }];
  }),
);

test.each(planted)('an import that leads up, or out, is refused in $layer', ({ side, file, targets }) => {
  expect(targets.filter((target) => !isWrong(side, file, target))).toEqual([]);
});

test('no file imports itself through others, not even for a type', () => {
  const files = ['domain', 'server', 'src', 'scripts', 'bench', 'tests'].flatMap(filesUnder);
  expect(cyclesOf(new Map(files.map((file) => [file, importsOf(file)])))).toEqual([]);
});

test('files that import each other are found', () => {
  const imports = { a: ['b'], b: ['c', 'd'], c: ['left-pad'], d: ['a'] };
  expect(cyclesOf(new Map(Object.entries(imports)))).toEqual(['a -> b -> d -> a']);
});

/** Returns the cycles of imports, by the first file of each that a walk meets. */
function cyclesOf(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const walk = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) cycles.push([...path.slice(start), file].join(' -> '));
    if (start >= 0 || done.has(file)) return;
    for (const target of imports.get(file) ?? []) walk(target, [...path, file]);
    done.add(file);
  };
  for (const file of imports.keys()) walk(file, []);
  return cycles;
}

test('every file is in a layer, and every layer has a file', () => {
  for (const side of names) {
    const layers = new Set(filesUnder(side).map((file) => layerOf(side, file)?.layer.name));
    expect(layers).toEqual(new Set(sides[side].map(({ name }) => name)));
  }
});

/** What people may do, and the columns that say so. */
const rights =
  /\bupdate\s+users\b[^`]*\b(role|status|company_id|plan_name|billing_type|sub_status|current_period_end|disabled_at)\s*=|\bupdate\s+sessions\b[^`]*\b(revoked_at|expires_at|user_id)\s*=[^`]*\bwhere\b|\b(update|delete\s+from)\s+room_members\b|\bdelete\s+from\s+(users|sessions)\b/i;

/** Beside the one way: what deletes sessions that ended a month ago. */
const writers = ['server/session/rights.ts', 'server/session/forget-old.ts'];

test("users' rights are changed in one place", () => {
  const found = filesUnder('server').filter((file) => rights.test(readFileSync(join(root, file), 'utf8')));
  expect(found.toSorted()).toEqual(writers.toSorted());
});

test('imports between roots go through #domain, never by relative path', () => {
  const wrong = ['src', 'server'].flatMap((folder) =>
    filesUnder(folder).filter((file) => /from '(\.\.\/)+domain\//.test(readFileSync(join(root, file), 'utf8'))),
  );
  expect(wrong).toEqual([]);
});

test('what the product imports is installed without the tools for developing it', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const ours = /^(domain|src|server|node:)/;
  const wrong = ['domain', 'src', 'server'].flatMap((folder) =>
    filesUnder(folder).flatMap((file) =>
      importsOf(file)
        .filter((target) => !ours.test(target) && !Object.hasOwn(dependencies, packageOf(target)))
        .map((target) => `${file} imports ${target}`),
    ),
  );
  expect(wrong).toEqual([]);
});

/** `@scope/name` of `@scope/name/part`, `name` of `name/part`. */
function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
