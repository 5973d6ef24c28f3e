import { sql } from 'kysely';
import type { Locator, Page, WebSocketRoute } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { desktop, phone } from '../../support/browser/browser.ts';
import { lettersTo } from '../../support/servers/letters.ts';
import { freeze, runUntilShown } from '../../support/browser/page-clock.ts';
import { signIn, provideProduct } from '../../support/servers/product.ts';
import { until } from '../../support/until.ts';
import { loginFailures } from '../../../server/account/store/login-limits.ts';

/**
 * Every notice of specification section 8 about signing in and sessions: its cause, text, duration and consequence. The
 * texts alone are tested in tests/src/ui/notice/notices.test.ts.
 */

/** The chat namespaces the page has joined, each with its socket. */
const joined = new Map<string, WebSocketRoute>();

const product = await provideProduct();
const device = await product.device();
beforeAll(async () => {
  const { page } = device;
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    socket.connectToServer().onMessage((message) => {
      const space = /^40(\/[^,]+),/.exec(String(message))?.[1];
      if (space !== undefined && space !== '/sync') joined.set(space, socket);
      socket.send(message);
    });
  });
  await page.clock.install();
  // From here on the app opens offline.
  await page.goto(`${product.url}/login`);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
});

interface Row {
  when: string;
  /** The demo user to sign in before; none for a guest. */
  as?: string;
  does: (page: Page) => Promise<void>;
  /** What happens afterwards, while the clock is stopped: for notices whose page leaves by itself. */
  happens?: (page: Page) => Promise<void>;
  title: string;
  detail?: string | RegExp;
  /** Duration in seconds; without it the notice stays until dismissed. */
  lasts?: number;
  /** The address afterwards. */
  endsAt: RegExp;
}

const newcomer = 'newcomer@lab.test';
const password = 'Cathode-2026!';

const rows: Row[] = [
  {
    when: 'the password is wrong',
    does: async (page) => logIn(page, 'engineer@demo.vfp', 'Not-the-one-1!'),
    title: 'Login Failure',
    detail: 'Incorrect username or password.',
    lasts: 5,
    endsAt: /\/login$/,
  },
  {
    when: 'the password was wrong too often',
    does: async (page) => {
      for (let tries = 0; tries < loginFailures; tries++) {
        const answer = page.waitForResponse(/auth\/login/);
        await logIn(page, 'trial@demo.vfp', 'Not-the-one-1!');
        expect((await answer).status()).toBe(401);
      }
      await logIn(page, 'trial@demo.vfp', 'Not-the-one-1!');
    },
    title: 'Login Failure',
    detail: /^Too many tries with this e-mail\. Wait 1[45] minutes, then try again\.$/,
    endsAt: /\/login$/,
  },
  {
    when: 'the app starts with a token that nobody knows',
    does: async (page) => {
      await device.context.addCookies([{ name: 'at', value: 'unknown', url: product.url }]);
      await page.goto(`${product.url}/chat/general`);
    },
    title: 'VFP Authentication Error',
    detail: 'Invalid or Exipired Token',
    lasts: 5,
    endsAt: /\/login$/,
  },
  {
    when: 'a link’s token cannot be shown to the server',
    does: async (page) => {
      await device.context.setOffline(true);
      await page.goto(`${product.url}/chat/general?token=whose`);
      await page.getByText('This link could not be checked').waitFor();
    },
    title: 'This link could not be checked',
    endsAt: /\/login$/,
  },
  {
    when: 'a forgotten password is changed',
    does: async (page) => {
      await page.goto(`${product.url}/forgot-password`);
      await page.getByLabel('E-mail').fill('colleague@demo.vfp');
      await page.getByRole('button', { name: 'Send the code' }).click();
      const [letter] = await lettersTo(product.url, 'colleague@demo.vfp');
      await page.getByLabel('Code from the mail').fill(letter?.code ?? '');
      await page.getByLabel('New password', { exact: true }).fill(password);
      await page.getByLabel('Confirm password').fill(password);
      await page.getByRole('button', { name: 'Change Password' }).click();
    },
    title: 'Your password has been changed',
    lasts: 5,
    endsAt: /\/login$/,
  },
  {
    when: 'the code from the mail is right',
    does: async (page) => {
      await page.goto(`${product.url}/try-now`);
      await page.getByLabel('E-mail').fill(newcomer);
      await page.getByRole('button', { name: 'Start Free Trial' }).click();
      const [letter] = await lettersTo(product.url, newcomer);
      await page.getByLabel('Code from the mail').fill(letter?.code ?? '');
      await page.getByRole('button', { name: 'Verify' }).click();
    },
    title: 'Verify your account successfully',
    lasts: 5,
    endsAt: /\/chat\/general$/,
  },
  {
    when: 'a page is for others',
    as: 'customer@demo.vfp',
    does: async (page) => void (await page.goto(`${product.url}/one-stop-order/history`)),
    title: 'Navigator is part of the Navigator Premium plan',
    lasts: 5,
    endsAt: /\/chat\/general$/,
  },
  {
    when: 'the chat’s socket tells of an error',
    as: 'customer@demo.vfp',
    does: async (page) => {
      joined.clear();
      await page.goto(`${product.url}/chat/chat-with-expert`);
      await until('the chat is joined', () => joined.size > 0);
      for (const [space, socket] of joined) {
        socket.send(`42${space},["error",{"message":"The expert has left the building."}]`);
      }
    },
    title: 'Chat with expert',
    detail: 'The expert has left the building.',
    lasts: 5,
    endsAt: /\/chat\/chat-with-expert/,
  },
  {
    when: 'the session is ended from afar',
    as: 'customer@demo.vfp',
    does: async (page) => {
      joined.clear();
      await page.goto(`${product.url}/chat/chat-with-expert`);
      await until('the chat is joined', () => joined.size > 0);
    },
    // The server notifies every socket, including those of chats; the notice appears once.
    happens: async () => void (await sql`update sessions set revoked_at = now()`.execute(product.db)),
    title: 'VFP Login Error',
    detail: 'Unauthorized request',
    // Afterwards the page reloads.
    lasts: 4,
    endsAt: /\/login$/,
  },
  {
    when: 'the server says in words of its own that the session is over',
    as: 'customer@demo.vfp',
    does: async (page) => {
      await page.goto(`${product.url}/chat/chat-with-expert`);
      await page.getByRole('link', { name: /Chat with an expert/ }).waitFor();
    },
    happens: async (page) => {
      await refuseNextPull(page, 'You have signed out on another device.');
      await page.evaluate(() => dispatchEvent(new Event('online')));
    },
    title: 'VFP Login Error',
    detail: 'You have signed out on another device.',
    lasts: 4,
    endsAt: /\/login$/,
  },
];

/** Makes the server refuse the next pull with this message. */
async function refuseNextPull(page: Page, message: string): Promise<void> {
  const body = JSON.stringify({ code: 'UNAUTHORIZED', message });
  await page.route(
    '**/api/v1/sync/pull',
    (route) => route.fulfill({ status: 401, headers: { 'x-vfp-api': '1', 'content-type': 'application/json' }, body }),
    { times: 1 },
  );
}

test.each(rows)('when $when: “$title”', async ({ as, does, happens, title, detail, lasts, endsAt }) => {
  const { page } = device;
  onTestFinished(async () => {
    await page.clock.resume();
    await device.context.setOffline(false);
  });
  await device.context.clearCookies({ name: 'at' });
  await device.context.clearCookies({ name: 'userData' });
  if (as !== undefined) await signIn(page, product.url, as);
  await does(page);
  await freeze(page);
  await happens?.(page);
  const notice = page.locator('output').getByText(title, { exact: true });
  await runUntilShown(page, notice);
  expect(
    await page
      .locator('output')
      .getByText(detail ?? title)
      .count(),
  ).toBe(1);
  await page.clock.fastForward(((lasts ?? 60) / 2) * 1000);
  expect(await notice.count()).toBe(1);
  if (lasts === undefined) {
    await page.getByRole('button', { name: 'Dismiss' }).click();
  } else {
    await page.clock.fastForward((lasts / 2 + 1) * 1000);
  }
  await page.clock.resume();
  await notice.waitFor({ state: 'hidden' });
  await page.waitForURL(endsAt);
  expect(device.problems).toEqual([]);
});

test('on a phone a notice covers neither the header nor the field that I write in', async () => {
  const { page } = device;
  onTestFinished(async () => {
    await page.clock.resume();
    await page.setViewportSize(desktop);
    await device.context.clearCookies({ name: 'at' });
  });
  await page.setViewportSize(phone);
  await device.context.clearCookies({ name: 'at' });
  await signIn(page, product.url, 'customer@demo.vfp');
  await page.goto(`${product.url}/one-stop-order/history`);
  const notice = page.locator('output > div').filter({ hasText: 'Navigator is part of the Navigator Premium plan' });
  await notice.waitFor();
  await freeze(page);
  const isBetween = async (above: Locator, below: Locator) => {
    await runUntilShown(page, below);
    const [head, at, foot] = await Promise.all([above, notice, below].map((each) => each.boundingBox()));
    expect(at?.y).toBeGreaterThan((head?.y ?? 0) + (head?.height ?? 0));
    expect((at?.y ?? 0) + (at?.height ?? 0)).toBeLessThan(foot?.y ?? 0);
  };
  await isBetween(page.getByRole('banner'), page.getByRole('textbox', { name: 'Your question' }));
  await page.getByRole('button', { name: /^Open messages/ }).click();
  const box = page.getByRole('dialog', { name: 'Messages' });
  const room = box.getByRole('listitem').getByRole('button').first();
  await runUntilShown(page, room);
  await room.click();
  await isBetween(box.locator('header').first(), box.getByRole('textbox', { name: 'Message' }));
});

/** A notice would disappear; this text stays at the answer until the server has accepted the feedback. */
test('when the server refuses a feedback: “Oops, Somethings went wrong.” at its answer, and it is sent again from there', async () => {
  const { page } = device;
  await signIn(page, product.url, 'customer@demo.vfp');
  await page.goto(`${product.url}/chat/general?c=new`);
  await page.getByRole('textbox', { name: 'Your question' }).fill('Why does the anode overhang the cathode?');
  await page.keyboard.press('Enter');
  const dislike = page.getByRole('button', { name: 'I do not like this answer' });
  await dislike.waitFor();
  await callAnswersBy('user');
  await dislike.click();
  const oops = page.locator('output').getByText('Oops, Somethings went wrong.', { exact: true });
  await oops.waitFor();
  await page.reload();
  await oops.waitFor();
  expect(await dislike.getAttribute('aria-pressed')).toBe('true');
  await callAnswersBy('assistant');
  await page.getByRole('button', { name: 'Send again' }).click();
  await page.locator('output').getByText('Thank you for your feedback.').waitFor();
  await oops.waitFor({ state: 'hidden' });
  await until('the server has it', async () => {
    const { rows: given } = await sql`select 1 from events where type = 'feedback.given'`.execute(product.db);
    return given.length === 1;
  });
  expect(await dislike.getAttribute('aria-pressed')).toBe('true');
  expect(device.problems).toEqual([]);
});

/** Only messages of the assistant or an expert can be rated. */
async function callAnswersBy(kind: string): Promise<void> {
  await sql`update messages set data = jsonb_set(data::jsonb, '{author,kind}', to_jsonb(${kind}::text))::json
    where data -> 'answer' is not null`.execute(product.db);
}

async function logIn(page: Page, email: string, word: string): Promise<void> {
  await page.goto(`${product.url}/login`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(word);
  await page.getByRole('button', { name: 'Login' }).click();
}
