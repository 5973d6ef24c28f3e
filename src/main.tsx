import { StrictMode } from 'react';
import type { i18n } from 'i18next';
import { createRoot } from 'react-dom/client';
import { createActor, fromPromise } from 'xstate';
import { tokenLives } from '#domain/cookies.ts';
import type { Me } from '#domain/users.ts';
import { App } from './app.tsx';
import { startTranslations } from './i18n.ts';
import { authMachine, type Credentials, type ShownCode, type SignedInAs } from './machines/auth.ts';
import { verify } from './net/accounts.ts';
import { login, logout, whoAmI } from './net/auth.ts';
import { SignedOut } from './net/errors.ts';
import { createApi } from './net/http.ts';
import {
  forgetSession,
  setCookie,
  storedDeviceId,
  storedMe,
  storedToken,
  storeMe,
  storeSession,
} from './net/stored-session.ts';
import { returnToPlace, keepPlace } from './return-place.ts';
import { UpdateContext } from './screens/shell/update-context.ts';
import { saveTyping } from './screens/typing-kept.ts';
import { showNotice } from './ui/notice.tsx';
import { fingerprint, startVersionCheck } from './workers/clients.ts';
import { wentElsewhere } from './workers/quiet-moments.ts';
import { registerServiceWorker, update } from './workers/register.ts';
import { watchPath } from './watch-path.ts';
import './ui/tokens.css';

/** Composition: the machines with their real actors, and the page. No database is opened before somebody has signed in. */

const api = createApi({ token: storedToken, deviceId: storedDeviceId });
const rememberedKey = 'vfp.remember';

const auth = createActor(
  authMachine.provide({
    actors: {
      recall: fromPromise(recall),
      signIn: fromPromise<SignedInAs, Credentials | ShownCode>(({ input }) => signIn(input)),
      signOut: fromPromise(signOut),
      forget: fromPromise(forget),
    },
    actions: { reload: () => location.reload() },
  }),
);

/** The session this device remembers counts until the server says otherwise: the app must open without a network. */
async function recall(): Promise<SignedInAs | null> {
  const token = storedToken();
  if (token === undefined) return null;
  const known = storedMe();
  if (known !== undefined) {
    void refresh();
    return { me: known, token };
  }
  try {
    const me = await whoAmI(api);
    storeMe(me, rememberedDays());
    return { me, token };
  } catch (error) {
    if (error instanceof SignedOut) forgetSession();
    return null;
  }
}

/** Only the server's own "no" ends a session; a failed call does not. */
async function refresh(): Promise<void> {
  try {
    const me = await whoAmI(api);
    storeMe(me, rememberedDays());
    auth.send({ type: 'auth.refreshed', me });
  } catch (error) {
    if (error instanceof SignedOut) auth.send({ type: 'auth.ended', reason: error.message });
  }
}

async function signIn(by: Credentials | ShownCode): Promise<SignedInAs> {
  const { accessToken: token, user: me } = await ('password' in by
    ? login(api, { email: by.email, password: by.password, remember: by.remember })
    : verify(api, codeOf(by)));
  // Whoever has just made an account on this device stays.
  if (!('remember' in by) || by.remember) localStorage.setItem(rememberedKey, '1');
  else localStorage.removeItem(rememberedKey);
  storeSession(me, token, rememberedDays());
  return { me, token };
}

function codeOf({ email, verificationCode, signUpId }: ShownCode) {
  return { email, verificationCode, ...(signUpId === undefined ? {} : { user_id: signUpId }) };
}

function rememberedDays(): number | null {
  return localStorage.getItem(rememberedKey) === null ? tokenLives.notRemembered : tokenLives.remembered;
}

async function signOut(): Promise<void> {
  // Without a network the server's side ends when it has been idle for long enough; this device forgets it now.
  await logout(api).catch(() => undefined);
  await forget();
}

/** Cookies and caches go; what waits to be sent stays for its owner. */
async function forget(): Promise<void> {
  const me = storedMe();
  forgetSession();
  if (me === undefined) return;
  const { forgetConfirmed } = await import('./known-device.ts');
  await forgetConfirmed(me.id).catch(() => undefined);
}

async function openSession(me: Me, token: string) {
  const { openSession: open } = await import('./session.ts');
  const session = await open(me, token, {
    chatFailed: (message) => showNotice({ title: texts.t('socket.error'), detail: message, tone: 'danger' }),
  });
  session.sync.subscribe(({ context }) => {
    if (context.phase === 'signedOut') auth.send({ type: 'auth.ended', reason: 'Unauthorized request' });
  });
  drainNow = () => session.sync.send({ type: 'look' });
  return session;
}

let drainNow: () => void = () => undefined;
let texts: i18n;

async function start(): Promise<void> {
  texts = await startTranslations();
  auth.start();
  createRoot(document.querySelector('#root') as HTMLElement).render(
    <StrictMode>
      <UpdateContext value={update}>
        <App auth={auth} openSession={openSession} />
      </UpdateContext>
    </StrictMode>,
  );
  returnToPlace();
  update.beforeReload(keepPlace);
  update.beforeReload(saveTyping);
  watchPath(wentElsewhere, new AbortController().signal);
  addEventListener('vite:preloadError', () => void update.buildIsGone());
  void registerServiceWorker(() => drainNow());
  startVersionCheck(() => void update.look());
  if (storedDeviceId() === undefined) setCookie('deviceId', await fingerprint());
}

void start();
