import { expect, test } from 'vitest';
import { countOf, openExpertRoom, write } from '../../support/browser/messaging.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';
import { until } from '../../support/until.ts';

/** Networks that pass only some traffic: web pages but no WebSocket, or nothing before their own sign-in. */

const product = await provideProduct();
const engineer = await product.device();
const expert = await product.device();

/**
 * Replies to the upgrade with an error, as a proxy without WebSocket support does. A closed connection would be noticed
 * far later.
 */
function refuseWebSockets(): void {
  const { WebSocket: Real } = globalThis;
  globalThis.WebSocket = class extends Real {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(String(url).replace('/socket.io/', '/no-upgrade/'), protocols);
    }
  };
}

test('without WebSockets the app says that live updates are limited, and messages of others still arrive', async () => {
  const { page } = engineer;
  await page.addInitScript(refuseWebSockets);
  await signIn(page, product.url, 'engineer@demo.vfp');
  await page.getByText('Live updates do not get through this network.').waitFor();
  await page.goto(`${product.url}/chat/chat-with-expert`);
  await page.getByRole('link', { name: /Chat with an expert/ }).click();
  const roomId = new URL(page.url()).searchParams.get('room');
  await signIn(expert.page, product.url, 'expert@demo.vfp');
  await expert.page.goto(`${product.url}/admin/expert-chat-messages?room=${roomId}`);
  await expert.page.getByRole('textbox', { name: 'Message' }).fill('Can you read this?');
  await expert.page.keyboard.press('Enter');
  await page.getByRole('log').getByText('Can you read this?').waitFor();
  expect(engineer.problems).toEqual([]);
});

test.each([
  ['its own page', { status: 200, contentType: 'text/html', body: '<h1>Welcome to our WiFi</h1>' }],
  ['the way to its own page', { status: 302, headers: { location: 'http://portal.test/' } }],
])(
  'behind a captive portal that answers with %s the app says so, and sends what was written once it lets through',
  async (_, answer) => {
    const { page, context } = engineer;
    await openExpertRoom(page, product.url);
    const all = /\/api\/|\/socket\.io\//;
    await context.route(all, (route) => route.fulfill(answer));
    const text = `Written behind a portal, ${answer.status}`;
    await write(page, text);
    const said = page.getByText('This network asks you to sign in before it lets anything through.');
    await said.waitFor();
    expect(await countOf(product.db, text)).toBe(0);
    await context.unroute(all);
    await page.getByRole('button', { name: 'Retry now' }).click();
    await said.waitFor({ state: 'detached' });
    await until('it is sent', async () => (await countOf(product.db, text)) === 1);
    expect(engineer.problems).toEqual([]);
  },
);
