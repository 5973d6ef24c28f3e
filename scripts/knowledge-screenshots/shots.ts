import { docxOf, paragraph, row, types, xlsxOf } from '../../tests/support/office-files.ts';
import { type Opened, press, type Screen } from '../screens.ts';
import type { KnowledgeContent } from './content.ts';

/** Screens of the knowledge base: those of staff, and the failure finder. None changes what another one shows. */

type KnowledgeScreen = Screen<KnowledgeContent>;

const table = () => '/admin/knowledges';
const center = (tab: string) => () => `/admin/knowledges-center/${tab}`;

const customers: Omit<KnowledgeScreen, 'who'>[] = [
  { name: 'finder', path: () => '/chat/failure-finder' },
  { name: 'finder-step', path: () => '/chat/failure-finder/swelling', open: walk(2) },
  { name: 'finder-finding', path: () => '/chat/failure-finder/swelling', open: walk(9) },
  { name: 'finder-finding-whole', path: () => '/chat/failure-finder/swelling', open: walk(9), isTall: true },
];

const staff: Omit<KnowledgeScreen, 'who'>[] = [
  { name: 'qnas', path: table },
  { name: 'qnas-whole', path: table, isTall: true },
  { name: 'qnas-none', path: () => '/admin/knowledges?q=zzzzzz' },
  { name: 'qnas-chosen', path: table, open: chooseTwo },
  { name: 'qna-add', path: () => '/admin/knowledges?add=1' },
  { name: 'qna-add-alike', path: () => '/admin/knowledges?add=1', open: typeAlike },
  { name: 'qna-add-wrong', path: () => '/admin/knowledges?add=1', open: saveNothing },
  { name: 'qna-detail', path: ({ qna }) => `/admin/knowledges?detail=${qna}` },
  { name: 'qna-edit', path: ({ qna }) => `/admin/knowledges?edit=${qna}` },
  { name: 'qna-edit-whole', path: ({ qna }) => `/admin/knowledges?edit=${qna}`, isTall: true },
  { name: 'qna-versions', path: ({ qna }) => `/admin/knowledges?versions=${qna}`, open: showChanges },
  { name: 'qna-delete', path: ({ qna }) => `/admin/knowledges?detail=${qna}`, open: press('admin:qna.delete') },
  { name: 'import', path: table, open: press('admin:qnaImport.title') },
  { name: 'import-checked', path: table, open: checkAFile },
  { name: 'sync-ask', path: table, open: press('center:sync.title') },
  { name: 'sync', path: center('sync'), isTall: true },
  { name: 'categories', path: center('') },
  { name: 'settings', path: center('settings') },
  { name: 'settings-whole', path: center('settings'), isTall: true },
  { name: 'tab-settings', path: table, open: press('center:settings.tabSettings') },
  { name: 'document', path: center('documents'), open: addADocument },
  { name: 'documents', path: center('documents') },
  { name: 'finder-trees', path: center('finder') },
  { name: 'finder-tree', path: center('finder?tree=swelling') },
  { name: 'finder-tree-whole', path: center('finder?tree=swelling'), isTall: true },
  { name: 'test', path: center('test'), open: testAQuestion('how thick is copper foil') },
  { name: 'test-unpublished', path: center('test'), open: testAQuestion('What does silicon add to a graphite anode?') },
  { name: 'questions', path: center('questions') },
  { name: 'records', path: () => '/admin/records' },
  { name: 'records-group', path: ({ group }) => `/admin/records?group=${group}` },
  { name: 'records-missing', path: () => '/admin/records?view=missing' },
  { name: 'records-all', path: () => '/admin/records?view=all' },
  { name: 'records-before', path: () => '/admin/records?view=all', open: showTheTurnBefore },
  { name: 'records-checks', path: () => '/admin/records?view=checks' },
];

export const knowledgeShots: readonly KnowledgeScreen[] = [
  ...customers.map((shot) => ({ ...shot, who: 'engineer' as const })),
  ...staff.map((shot) => ({ ...shot, who: 'expert' as const })),
];

/** Chooses the last choice of this many questions, until there is a finding. */
function walk(steps: number) {
  return async ({ page }: Opened): Promise<void> => {
    const question = page.locator('main h3').first();
    await question.waitFor();
    const choice = page.locator('main ul button:has(strong)').last();
    // A walk is kept, so that the page may open at its end.
    for (let step = 0; step < steps && (await choice.count()) > 0; step++) {
      const before = await question.innerText();
      await choice.click();
      await page.waitForFunction((text) => document.querySelector('main h3')?.textContent !== text, before);
    }
  };
}

async function showTheTurnBefore({ page, t }: Opened): Promise<void> {
  const before = page
    .locator('main details')
    .filter({ hasText: t('admin:records.after') })
    .first();
  await before.locator('summary').click();
  await before.locator('dd').first().waitFor();
}

async function chooseTwo({ page }: Opened): Promise<void> {
  await page.locator('tbody th a, tbody td a').first().focus();
  for (const key of ['x', 'j', 'x']) await page.keyboard.press(key);
}

async function typeAlike({ page }: Opened): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.locator('textarea').first().fill('What does the C-rate of a cell mean?');
  await dialog.locator('textarea').last().scrollIntoViewIfNeeded();
  await dialog.locator('aside, section').filter({ hasText: 'C-rate' }).first().waitFor();
}

async function saveNothing(at: Opened): Promise<void> {
  await at.page
    .getByRole('dialog')
    .getByRole('button', { name: at.t('admin:qna.save'), exact: true })
    .click();
}

async function showChanges({ page, t }: Opened): Promise<void> {
  await page.getByRole('button', { name: t('admin:qna.showChange').replace('{{version}}', '2') }).click();
}

async function checkAFile(at: Opened): Promise<void> {
  await press('admin:qnaImport.title')(at);
  const rows = [
    ['Id', 'Large category', 'Question', 'Answer', 'Keyword', 'URLs', 'Price'],
    ['', 'Ordering', 'Can I visit the laboratory?', 'Yes, on any Thursday. Ask an expert for a time.', '', '', '1'],
    ['999999', 'Ordering', 'Which shoes do I need?', '', 'shoes', 'not an address', '2'],
  ];
  const data = rows.map((cells, i) => row(i + 1, cells)).join('');
  const picker = at.page.getByRole('dialog').locator('input[type=file]');
  await picker.setInputFiles({ name: 'ours.xlsx', mimeType: '', buffer: xlsxOf([{ name: 'Questions', data }]) });
  await at.page.getByRole('dialog').locator('table').first().waitFor();
}

function testAQuestion(text: string) {
  return async ({ page, t }: Opened): Promise<void> => {
    await page.getByLabel(t('center:test.question'), { exact: true }).fill(text);
    await page.getByRole('button', { name: t('center:test.ask'), exact: true }).click();
    await page.getByRole('heading', { name: t('center:test.found') }).waitFor();
  };
}

const manual = docxOf(
  [
    'Venting of the formation chamber',
    'The chamber vents through the east duct, and its filter is changed after forty trays or once a month.',
    'Filter of the chamber',
    'Order the filter from the store with the number F-2207, and write the change into the book at the chamber.',
  ]
    .map(paragraph)
    .join(''),
);

/** Adds a document, which every screen of documents shows then. */
async function addADocument({ page, t }: Opened): Promise<void> {
  const name = 'chamber-manual.docx';
  const known = page.getByRole('link', { name: new RegExp(name) });
  if ((await known.count()) === 0) {
    await page.getByLabel(t('admin:documents.large')).fill('Laboratory');
    await page.locator('main input[type=file]').setInputFiles({ name, mimeType: types.docx, buffer: manual });
    await page.getByRole('listitem').locator('textarea').first().waitFor();
    return;
  }
  await known.click();
  await page.getByRole('listitem').locator('textarea').first().waitFor();
}
