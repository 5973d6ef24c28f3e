import { beforeEach, expect, test, vi } from 'vitest';
import { testUser } from '../../support/src/user.ts';

/** Cookies and local storage of one browser, which all its pages share. */
let jar: Map<string, string>;
let stored: Map<string, string>;

beforeEach(() => {
  jar = new Map();
  stored = new Map();
  vi.stubGlobal('location', { protocol: 'https:' });
  vi.stubGlobal('document', {
    get cookie() {
      return [...jar].map((pair) => pair.join('=')).join('; ');
    },
    set cookie(text: string) {
      const [name = '', value = ''] = (text.split(';')[0] ?? '').split('=');
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    },
  });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  });
});

const me = testUser();

/** A newly loaded page. */
async function openPage() {
  vi.resetModules();
  const [kept, session] = [
    await import('../../../src/net/kept-session.ts'),
    await import('../../../src/net/stored-session.ts'),
  ];
  return { ...kept, ...session };
}

/** A page whose user has signed in and stays signed in. */
async function signedInPage() {
  const page = await openPage();
  page.setCookie('deviceId', 'd'.repeat(64));
  localStorage.setItem(page.rememberedKey, '1');
  page.storeSession(me, 'token', page.rememberedDays());
  expect(page.keptTokenOf(me.id).token()).toBe('token');
  return page;
}

test('a session that the browser has deleted with everything else goes on, and is stored again', async () => {
  const page = await signedInPage();
  const before = [new Map(jar), new Map(stored)];
  jar.clear();
  stored.clear();
  expect(page.keptTokenOf(me.id).token()).toBe('token');
  expect([jar, stored]).toEqual(before);
});

test.each(['cookies', 'local storage'])('also where it has deleted only %s', async (what) => {
  const page = await signedInPage();
  (what === 'cookies' ? jar : stored).clear();
  expect(page.keptTokenOf(me.id).token()).toBe('token');
  expect((await openPage()).storedMe()).toMatchObject({ id: me.id });
});

test('a sign-out in another tab ends it here', async () => {
  const page = await signedInPage();
  (await openPage()).forgetSession();
  expect(page.keptTokenOf(me.id).token()).toBeUndefined();
  expect(jar.has('at')).toBe(false);
});

test('a sign-out in this page is not taken back when the browser deletes the rest', async () => {
  const page = await signedInPage();
  page.forgetSession();
  jar.clear();
  stored.clear();
  expect(page.keptTokenOf(me.id).token()).toBeUndefined();
});

test('a user who has signed in meanwhile is not replaced', async () => {
  const page = await signedInPage();
  jar.clear();
  stored.clear();
  const other = testUser();
  (await openPage()).storeSession(other, 'other token', null);
  expect(page.keptTokenOf(me.id).token()).toBeUndefined();
  expect(page.keptTokenOf(other.id).token()).toBe('other token');
});
