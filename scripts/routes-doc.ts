import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GuardName } from '../src/routing/guards.ts';
import {
  home,
  pages,
  redirects,
  siteNameKeyOf,
  type Layout,
  type PagePath,
  type RedirectRow,
} from '../src/routing/route-table.ts';

/** `node scripts/routes-doc.ts` writes docs/routes.md from the route table. A test fails when the document is stale. */

const root = join(import.meta.dirname, '..');
const english = JSON.parse(readFileSync(join(root, 'public/locales/en/common.json'), 'utf8')) as Record<
  string,
  Record<string, string>
>;

const layouts: Record<Layout, string> = {
  user: 'User area',
  admin: 'Back office',
  public: 'Public pages',
  plain: 'Getting in and out',
};

/** Users who may open a page, and the place where all others are redirected. */
const guards: Record<GuardName, readonly [who: string, others: string]> = {
  anyone: ['anyone', ''],
  guest: ['guests', 'the page they came from, else home'],
  adminLogin: ['guests', 'staff to the page they came from, else `/admin/knowledges`; others home'],
  signedIn: ['signed in', '`/login`'],
  payer: ['signed in', '`/user-on-boarding?type=new`'],
  general: ['signed in, with the assistant', 'guests `/login`; others home, with a notice'],
  ai: ['signed in', '`/login`'],
  expert: ['who may chat with experts', 'guests `/login`; others `/pricing`, with a notice'],
  navigator: ['who has the Navigator pass', 'guests `/login`; others home, with a notice'],
  staff: ['experts and admins', 'guests `/login`; others home'],
};

/** Returns the expected contents of docs/routes.md. */
export function routesDoc(): string {
  const paths = Object.keys(pages) as PagePath[];
  const sections = (Object.keys(layouts) as Layout[]).map((layout) =>
    [
      `## ${layouts[layout]}`,
      '',
      '| address | title | who | everybody else |',
      '| --- | --- | --- | --- |',
      ...paths.filter((path) => pages[path].layout === layout).map(pageLine),
    ].join('\n'),
  );
  return `${[intro, ...sections, redirectsSection()].join('\n\n')}\n`;
}

const intro = `# Routes

Written by \`node scripts/routes-doc.ts\` from \`src/routing/route-table.ts\`, which the router and the tests read too.
Home is \`/chat/general\`, or \`/chat/chat-with-expert\` where the trial comes without the assistant. Guards read the session
this device remembers, so they work without a network; the server asks its own. A guest who is sent to \`/login\` comes back.
A deactivated user is a guest. \`?token=\` counts on the pages of the user area.`;

function pageLine(path: PagePath): string {
  const { guard, title } = pages[path];
  const [who, others] = guards[guard];
  return line([`\`${path}\``, `${textOf(title)} · ${textOf(siteNameKeyOf(path))}`, who, others]);
}

function redirectsSection(): string {
  return ['## Addresses that lead elsewhere', '', '| address | leads to |', '| --- | --- |']
    .concat(redirects.map((row) => line([`\`${row.path}\``, destinations(row)])))
    .join('\n');
}

function destinations({ guard, to, guest, staff, companyAdmin }: RedirectRow): string {
  const special = [
    ...(guard === undefined ? [] : ['guests: `/login`']),
    ...(guest === undefined ? [] : [`guests: ${place(guest)}`]),
    ...(staff === undefined ? [] : [`staff: ${place(staff)}`]),
    ...(companyAdmin === undefined ? [] : [`company admins: ${place(companyAdmin)}`]),
  ];
  return [...special, special.length === 0 ? place(to) : `others: ${place(to)}`].join('; ');
}

function place(where: string): string {
  return where === home ? 'home' : `\`${where}\``;
}

function line(cells: string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function textOf(key: string): string {
  const [group = '', name = ''] = key.split('.');
  return english[group]?.[name] ?? key;
}

if (import.meta.main) writeFileSync(join(root, 'docs', 'routes.md'), routesDoc());
