import { readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** Who may import whom: the first row whose `from` matches a file decides. Packages are listed where they are limited. */
const arrows: { from: RegExp; may: RegExp }[] = [
  { from: /^domain\/protocol\//, may: /^(domain\/|typebox$)/ },
  { from: /^domain\//, may: /^domain\// },
  { from: /^src\/ui\//, may: /^(src\/ui\/|react|react-dom|@radix-ui\/|lucide-react)/ },
  { from: /^src\/workers\/service-worker\.ts$/, may: /^(domain\/|src\/(workers|sync|db|net)\/|dexie|workbox-)/ },
  { from: /^src\/workers\//, may: /^(domain\/|src\/workers\/|comlink|workbox-window)/ },
  // A browser that keeps nothing gets its database in memory, from here alone.
  { from: /^src\/db\/open\.ts$/, may: /^(domain\/|src\/db\/|dexie$|fake-indexeddb$)/ },
  { from: /^src\/db\//, may: /^(domain\/|src\/db\/|dexie)/ },
  { from: /^src\/net\//, may: /^(domain\/|src\/net\/|socket\.io-client)/ },
  { from: /^src\/machines\//, may: /^(domain\/|src\/machines\/|xstate$)/ },
  { from: /^src\/commands\//, may: /^(domain\/|src\/(commands|db)\/)/ },
  { from: /^src\/sync\//, may: /^(domain\/|src\/(sync|db|net)\/|dexie)/ },
  {
    from: /^src\/screens\//,
    may: /^(domain\/|src\/(screens|ui|commands|machines|db|net)\/|react|i18next|dexie-react-hooks|@xstate\/react|xstate$|lucide-react)/,
  },
  { from: /^src\//, may: /^/ },
  { from: /^server\/store\//, may: /^(domain\/|server\/store\/|node:|kysely|pg)/ },
  { from: /^server\/(mail|llm|files)\//, may: /^(domain\/|server\/(mail|llm|files)\/|node:|[a-z@])/ },
  { from: /^server\/commands\//, may: /^(domain\/|server\/(commands|store|mail|llm|files)\/|node:|kysely$)/ },
  {
    from: /^server\/jobs\//,
    may: /^(domain\/|server\/(jobs|store|mail|llm|files|paying)\/|server\/bus\.ts|node:|kysely$|graphile-worker$|yazl$)/,
  },
  {
    from: /^server\/paying\//,
    may: /^(domain\/|server\/(paying|store|jobs)\/|server\/(config|once)\.ts|node:|pdfkit$)/,
  },
  {
    from: /^server\/(bus|guards|policies)\.ts$/,
    may: /^(domain\/|server\/(store|commands)\/|server\/(bus|guards|policies|company-paths|errors|config|sessions|shapes)\.ts|node:|kysely$|pg$|typebox|fastify$)/,
  },
  {
    from: /^server\/(routes|sockets)\//,
    may: /^(domain\/|server\/(routes|sockets|store|files)\/|server\/(bus|guards|errors|config|sessions)\.ts|node:|(?!src)[a-z@][^/]*)/,
  },
  { from: /^server\//, may: /^(?!src\/)/ },
];

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

test.each(['domain', 'src', 'server'])('%s imports only what its arrows allow', (folder) => {
  const wrong = filesUnder(folder).flatMap((file) => {
    const row = arrows.find(({ from }) => from.test(file));
    return importsOf(file)
      .filter((target) => row?.may.test(target) !== true)
      .map((target) => `${file} must not import ${target}`);
  });
  expect(wrong).toEqual([]);
});

/** What people may do, and the columns that say so. */
const rights =
  /\bupdate\s+users\b[^`]*\b(role|status|company_id|plan_name|billing_type|sub_status|current_period_end|disabled_at)\s*=|\bupdate\s+sessions\b[^`]*\b(revoked_at|expires_at|user_id)\s*=[^`]*\bwhere\b|\b(update|delete\s+from)\s+room_members\b|\bdelete\s+from\s+(users|sessions)\b/i;

/** Beside the one way: what deletes sessions that ended a month ago. */
const writers = ['server/store/people/rights.ts', 'server/store/system/expiry.ts'];

test('what people may do is changed in one place', () => {
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
