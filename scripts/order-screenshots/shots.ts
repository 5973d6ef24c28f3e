import { orderNames } from './content.ts';
import { type Opened, press, type Screen } from '../screens.ts';

/** Screens of orders on both sides, and how each is opened. None changes an order. */

type OrderShot = Screen<(name: string) => string>;

/** Orders whose pages have parts that no other one has. */
const differing = new Set(['reviewed', 'material', 'testing', 'shipped', 'rejected', 'revised']);

const history = (name: string) => (idOf: (name: string) => string) => `/one-stop-order/history/${idOf(name)}`;
const desk = (name: string) => (idOf: (name: string) => string) => `/admin/po_orders/${idOf(name)}`;

async function changeALine(at: Opened): Promise<void> {
  await press('admin:orders.step.APPROVE')(at);
  await at.page.getByRole('dialog').locator('li button').first().click();
}

const customers: Omit<OrderShot, 'who'>[] = [
  { name: 'history', path: () => '/one-stop-order/history' },
  { name: 'history-choosing', path: (idOf) => `/one-stop-order/history?chosen=${idOf('testing')},${idOf('revised')}` },
  ...orderNames.map((name) => ({ name: `order-${name}`, path: history(name), isAlike: !differing.has(name) })),
  ...['material', 'testing', 'shipped'].map(
    (name) => ({ name: `order-${name}-whole`, path: history(name), isTall: true, isPrinted: true }) as const,
  ),
  { name: 'order-accepting', path: history('reviewed'), open: press('navigator:action.ACCEPT_QUOTE') },
  { name: 'order-receiving', path: history('shipped'), open: press('navigator:action.CONFIRM_RECEIPT') },
  {
    name: 'order-announcing',
    path: history('material'),
    open: press('navigator:parcel.another'),
    isTall: true,
    isPrinted: true,
  },
  {
    name: 'order-revisions',
    path: history('revised'),
    open: ({ page, t }) => page.getByText(t('navigator:revisions.changes')).click(),
    isTall: true,
    isPrinted: true,
  },
  { name: 'order-record', path: history('revised'), open: press('navigator:record.title'), isTall: true },
  {
    name: 'compare',
    path: (idOf) => `/one-stop-order/compare?a=${idOf('testing')}&b=${idOf('revised')}`,
    isPrinted: true,
  },
  {
    name: 'compare-all',
    path: (idOf) => `/one-stop-order/compare?a=${idOf('testing')}&b=${idOf('revised')}&all=1`,
    isTall: true,
  },
  { name: 'drafts', path: () => '/one-stop-order/Prototyping' },
  { name: 'messenger', path: () => '/one-stop-order/messenger' },
];

const staff: Omit<OrderShot, 'who'>[] = [
  { name: 'desk', path: () => '/admin/po_orders' },
  {
    name: 'desk-chosen',
    path: () => '/admin/po_orders?sort=number',
    open: async ({ page }) => {
      await page.locator('tbody th a').first().focus();
      for (const key of ['x', 'j', 'x']) await page.keyboard.press(key);
    },
  },
  { name: 'desk-columns', path: () => '/admin/po_orders', open: press('admin:table.columns') },
  ...orderNames.map((name) => ({ name: `desk-${name}`, path: desk(name), isAlike: !differing.has(name) })),
  ...['material', 'testing'].map(
    (name) => ({ name: `desk-${name}-whole`, path: desk(name), isTall: true, isPrinted: true }) as const,
  ),
  { name: 'desk-starting', path: desk('submitted'), open: press('admin:orders.step.START_REVIEW') },
  { name: 'desk-approving', path: desk('reviewing'), open: changeALine },
  { name: 'desk-asking', path: desk('reviewing'), open: press('admin:orders.step.REQUEST_CHANGES') },
  { name: 'desk-rejecting', path: desk('reviewing'), open: press('admin:orders.step.REJECT') },
  { name: 'desk-counting', path: desk('material'), open: press('admin:parcels.step.counted') },
  { name: 'desk-refusing', path: desk('material'), open: press('admin:parcels.step.refused') },
  { name: 'desk-reporting', path: desk('testing'), open: press('admin:results.add') },
  { name: 'desk-shipping', path: desk('testing'), open: press('admin:orders.step.SHIP') },
  { name: 'desk-assigning', path: desk('reviewing'), open: press('admin:orders.change') },
  { name: 'po-chat', path: () => '/admin/po-chat' },
  {
    name: 'po-chat-room',
    path: () => '/admin/po-chat',
    open: ({ page }) => page.locator('main ul a').first().click(),
  },
];

export const orderShots: readonly OrderShot[] = [
  ...customers.map((shot) => ({ ...shot, who: 'engineer' as const })),
  ...staff.map((shot) => ({ ...shot, who: 'expert' as const })),
];
