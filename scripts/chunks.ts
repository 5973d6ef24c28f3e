import type { Rolldown } from 'vite';

/**
 * Decides by its importers into which file of the build a module goes. A module that loads by itself, such as a screen
 * or a dialog, is an entry, and belongs to the area of its folder. A module that several entries need goes into the
 * file of the first area on this list that needs it, so an area loads the files of earlier areas and never a later one.
 *
 * A module that one entry needs stays with it. `together` names one file for all entries of an area whose screens are
 * small: fewer files to fetch and to precache.
 */
interface Area {
  name: string;
  entries: RegExp;
  together?: string;
}

/** The file with the pages of the back office, which customers never load. */
export const backOffice = 'back-office';

/** The file that compares orders and their revisions. Like the back office, it is of use only with a network. */
export const comparison = 'comparison';

/** The entries of `comparison`, and those that show placed orders. */
const compared = '(history/compare|sheet/(order-record|revision-changes)|parts/keep-typed|drafts/share-dialog)\\.tsx';
const placed = '(history/history|sheet/order-sheet)\\.tsx';

export const areas: readonly Area[] = [
  { name: 'start', entries: /\/index\.html$/, together: 'start' },
  { name: 'guests', entries: /\/src\/shell\/(public|consent)\// },
  // The remains of a closed account need a database, which the sign-in page does not open.
  { name: 'accounts', entries: /\/src\/account\/sign-in\/(?!closed-account)/, together: 'sign-in' },
  // The look of an answer, for guests and users. Guests load nothing else of the chat.
  { name: 'answers', entries: /\/src\/assistant\/guest\// },
  {
    name: 'signed-in',
    entries: /\/src\/(open-session|session\/|shell\/(frame|staff)\/|assistant\/(conversations|answer)\/(?!calculator))/,
  },
  { name: 'orders', entries: new RegExp(`/src/order/(?!staff/|pictures/|${placed}|${compared})`) },
  // The parts for an order after it is placed: the wizard does not need them.
  { name: 'history', entries: new RegExp(`/src/order/${placed}`), together: 'history' },
  { name: 'pictures', entries: /\/src\/order\/pictures\//, together: 'pictures' },
  { name: comparison, entries: new RegExp(`/src/order/${compared}`), together: comparison },
  // The formulas load with the first calculator, or the first question that this device answers.
  {
    name: 'formulas',
    entries: /\/assistant\/answer\/calculator|\/domain\/assistant\/(calculation\/|computed\.)/,
    together: 'calculator',
  },
  { name: 'rooms', entries: /\/src\/(chat\/(?!staff\/)|assistant\/export\/|shell\/palette\/)/, together: 'rooms' },
  { name: 'own-account', entries: /\/src\/account\/security\//, together: 'own-account' },
  // The editor in the back office shows its questions too.
  { name: 'finder', entries: /\/src\/assistant\/finder\//, together: 'finder' },
  { name: 'others', entries: /\/src\/(shell|payment|account\/(?!calls\/)|assistant\/(?!staff\/))/ },
  { name: backOffice, entries: /\/src\/((chat|order|assistant)\/)?staff\//, together: backOffice },
];

/** Chunk of what one public page shares with pages of users only: guests who read another page do not load it. */
const onePage = 'one-page';

interface Graph {
  getModuleInfo: (id: string) => Pick<Rolldown.ModuleInfo, 'importers' | 'dynamicImporters' | 'isEntry'> | null;
}

/** The groups of Rolldown's `codeSplitting`. Of two groups that want a module, that of the earlier area gets it. */
export const chunkGroups = ['start', 'guests', onePage, ...areas.flatMap(filesOf)].map((file, i, files) => ({
  name: (id: string, graph: Graph) => (fileOf(id, graph) === file ? file : null),
  priority: files.length - i,
  debugName: file,
}));

function filesOf({ name, together }: Area): string[] {
  return together === undefined ? [name] : [name, together];
}

/** @returns the name of the file a module is put in; null leaves it with the one entry that needs it */
function fileOf(id: string, graph: Graph): string | null {
  const entries = entriesOf(id, graph);
  const found = areas.map(({ entries: own }) => entries.filter((entry) => own.test(entry)).length);
  const first = found.findIndex((count) => count > 0);
  const area = areas[first];
  if (area === undefined) return null;
  const count = found[first] ?? 0;
  if (area.together !== undefined && count === entries.length) return area.together;
  if (area.name === 'start') return 'start';
  if (entries.length === 1) return null;
  const isPagesOwn = area.name === 'guests' && count === 1 && found[first + 1] === 0;
  return isPagesOwn ? onePage : area.name;
}

/** The entries from which static imports lead to a module. */
function entriesOf(id: string, graph: Graph): string[] {
  const seen = new Set([id]);
  // A set that grows while it is walked: each module is looked at once.
  for (const each of seen) for (const importer of graph.getModuleInfo(each)?.importers ?? []) seen.add(importer);
  return [...seen].filter((each) => {
    const module = graph.getModuleInfo(each);
    return module !== null && (module.isEntry || module.dynamicImporters.length > 0);
  });
}
