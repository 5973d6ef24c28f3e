import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { demoId } from '../server/demo/users.ts';
import { until } from '../tests/support/until.ts';
import { measureKeys, type KeyFigures } from './keys.ts';
import { pushAs, signIn, startRig } from './rig.ts';

/**
 * `node bench/typing.ts`, after `npm run build`: measures the time from a key press to the paint that shows it, with
 * the CPU slowed down four times, while nothing arrives and while 10,000 messages arrive in the open room.
 */
const { values } = parseArgs({
  options: { messages: { type: 'string', default: '10000' }, slower: { type: 'string', default: '4' } },
});
const total = Number(values.messages);
const goalMs = 100;
const roomId = demoId('engineer-expert');

const { url, browser, close } = await startRig();

interface Figures extends KeyFigures {
  when: string;
}

try {
  const rows: Figures[] = [];
  rows.push(await measured('nothing arrives', async () => wait(10_000)));
  rows.push(
    await measured(`${total} arrive while it is open`, async (page, burst) => {
      await push(burst);
      await shown(page, burst);
    }),
  );
  rows.push(
    await measured(
      `${total} arrived meanwhile`,
      async (page, burst) => {
        await page.context().setOffline(false);
        await shown(page, burst);
      },
      async (page, burst) => {
        await page.context().setOffline(true);
        await push(burst);
      },
    ),
  );
  console.table(rows);
  if (rows.some(({ over }) => over > 0)) process.exitCode = 1;
} finally {
  await close();
}

type Work = (page: Page, burst: string) => Promise<void>;

/** Types into the room on its own device for as long as the work takes. */
async function measured(when: string, work: Work, before: Work = async () => undefined): Promise<Figures> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const burst = crypto.randomUUID().slice(0, 8);
  await signIn(page, url);
  await page.goto(`${url}/chat/chat-with-expert?room=${roomId}`);
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.click();
  await before(page, burst);
  const figures = await measureKeys(page, { slower: Number(values.slower), goalMs, typed: ['a'] }, () =>
    work(page, burst),
  );
  await until('every key is in the box', async () => (await box.inputValue()).length === figures.keys);
  await context.close();
  return { when, ...figures };
}

async function shown(page: Page, burst: string): Promise<void> {
  await page
    .getByRole('log')
    .getByText(`${burst} ${total - 1}.`)
    .waitFor({ timeout: 180_000 });
}

/** Sends all messages from an expert's device. */
async function push(burst: string): Promise<void> {
  const commands = Array.from({ length: total }, (_, i) => ({
    type: 'chat.send',
    args: { roomId, content: `${burst} ${i}.`, files: [] },
  }));
  await pushAs(url, 'expert', commands);
}
