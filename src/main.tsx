// Must be the first import; the file says why.
import './session/in-memory-storage.ts';
import { tokenOfLink } from './routing/link.ts';
import { StrictMode } from 'react';
import type { i18n } from 'i18next';
import { createRoot } from 'react-dom/client';
import { createActor, fromPromise } from 'xstate';
import { tokenLifetimeDays } from '#domain/ground/cookies.ts';
import { rightsKeyOf } from '#domain/account/rights-key.ts';
import type { Me } from '#domain/account/users.ts';
import { App } from './app.tsx';
import { appIsUsed } from './session/app-is-used.ts';
import { startTranslations } from './i18n/i18n.ts';
import {
  authMachine,
  type Challenge,
  type Credentials,
  type ShownCode,
  type UserSession,
  type VerifiedCode,
} from './machines/auth.ts';
import { login, whoAmI } from './net/auth.ts';
import { deviceId, setDeviceIdMaker } from './net/device-id.ts';
import { unauthorized } from './net/errors.ts';
import { createApi } from './net/http.ts';
import { exchangeToken } from './net/renewal.ts';
import { loadPageAhead } from './page-ahead.ts';
import { pageApi } from './net/page-apis.ts';
import { forgetSession, keptTokenOf } from './net/kept-session.ts';
import {
  keepToken,
  rememberedDays,
  rememberedKey,
  storedMe,
  storedToken,
  storeEnd,
  storeMe,
  storeSession,
} from './net/stored-session.ts';
import type { Session } from './open-session.ts';
import { reloadStateKey } from './session/reload-state-key.ts';
import { isSessionRejected, recall } from './session/recall.ts';
import { isHere, sendPendingSignOuts, sessionEnds } from './session/session-ends.ts';
import { UpdateContext } from './shell/frame/update-context.ts';
import { saveTyping } from './session/typing-kept.ts';
import { fingerprint, startVersionCheck } from './workers/clients.ts';
import { registerServiceWorker, update } from './workers/register.ts';
import { watchPath } from './session/watch-path.ts';
import './ui/tokens.css';

/** Composition root: the auth machine with its real actors, and the page. No database is opened before sign-in. */

const auth = createActor(
  authMachine.provide({
    actors: {
      recall: fromPromise(recallOnce),
      signIn: fromPromise<UserSession | Challenge | VerifiedCode, Credentials | ShownCode>(({ input }) =>
        signIn(input),
      ),
      signOut: fromPromise(() => ends.signOut()),
      forget: fromPromise(() => ends.forget()),
      follow: fromPromise(() => ends.follow()),
      swap: fromPromise<void, UserSession>(({ input }) => swap(input)),
    },
    actions: {
      // A reload would take along what is only in this page.
      reload: () => void Promise.resolve(opened?.untilNothingIsHeld()).finally(() => location.reload()),
      noteEnd: () => ends.noteEnd(),
      endOffer: (_, token) => token !== undefined && ends.endOffer(token),
      // A reply that arrives after another tab's sign-out must not store the user again.
      keepMe: (_, me) => isHere(me) && storeMe(me, rememberedDays()),
    },
  }),
);

/** The session that was opened last. */
let opened: Pick<Session, 'untilRestored' | 'untilNothingIsHeld'> | undefined;
const untilRestored = async (): Promise<void> => await opened?.untilRestored();
const ends = sessionEnds({ auth: () => auth, untilRestored });

const device = {
  token: storedToken,
  me: storedMe,
  whoIs: (token: string) => whoAmI(createApi({ token: () => token, deviceId })),
  exchange: (token: string) => exchangeToken(createApi({ token: () => token, deviceId })),
  keep: ({ me }: UserSession) => storeMe(me, rememberedDays()),
  keepFromLink({ me, token }: UserSession) {
    localStorage.setItem(rememberedKey, '1');
    storeMe(me, rememberedDays());
    keepToken(token, tokenLifetimeDays.fromLink);
  },
  forget() {
    storeEnd();
    forgetSession();
  },
  refresh: (token: string) => {
    started = refresh(token);
  },
};

let linkToken = tokenOfLink;

/** Determines who uses the app. The token of a link counts at the first call only. */
function recallOnce() {
  const shown = linkToken;
  linkToken = undefined;
  return recall(device, shown);
}

/** Resolves when the reload of the remembered user at the start has ended. */
let started: Promise<void> = Promise.resolve();

/** The rights string for which the user was last reloaded; each one causes one reload. */
let askedAbout: string | undefined;

/** Reloads the user when a pull reports other rights than this tab knows. */
function reloadUserOnChangedRights(now: string): void {
  const { me } = auth.getSnapshot().context;
  if (me === null || now === askedAbout) return;
  askedAbout = now === rightsKeyOf(me) ? undefined : now;
  const token = keptTokenOf(me.id).token();
  if (askedAbout !== undefined && token !== undefined) void refresh(token);
}

/** Number of the last request. Replies may arrive out of order; only the one to the last request counts. */
let lastAsked = 0;

async function refresh(token: string): Promise<void> {
  const asked = ++lastAsked;
  try {
    const me = await device.whoIs(token);
    if (asked === lastAsked) auth.send({ type: 'auth.refreshed', me });
  } catch (error) {
    if (asked !== lastAsked) return;
    askedAbout = undefined;
    if (isSessionRejected(error) && storedToken() === token) auth.send({ type: 'auth.refused' });
  }
}

async function signIn(by: Credentials | ShownCode): Promise<UserSession | Challenge | VerifiedCode> {
  // Pending sign-outs of earlier sessions are sent first.
  await sendPendingSignOuts();
  const reply = await ('password' in by ? login(pageApi, by) : show(by));
  if ('challenge' in reply) return { challenge: { ...credentialsOf(by), session: reply.session } };
  if ('verified' in reply && !('accessToken' in reply)) return { verified: true };
  const { accessToken: token, user: me } = reply;
  // A user who has just created an account on this device stays signed in.
  if (!('remember' in by) || by.remember) localStorage.setItem(rememberedKey, '1');
  else localStorage.removeItem(rememberedKey);
  storeSession(me, token, rememberedDays());
  return { me, token };
}

/** Returns what repeats a sign-in with a new password: after a code, its session counts, and no earlier password. */
function credentialsOf(by: Credentials | ShownCode): Credentials {
  return 'password' in by ? by : { email: by.email, password: by.verificationCode, remember: true };
}

async function show(by: ShownCode) {
  const { signInByCode, verify } = await import('./account/calls/accounts.ts');
  return by.version === 'signIn' ? signInByCode(pageApi, by) : verify(pageApi, by.version, codeOf(by));
}

function codeOf({ email, verificationCode, signUpId }: ShownCode) {
  return { email, verificationCode, ...(signUpId === undefined ? {} : { user_id: signUpId }) };
}

/** Switches to the session of a link, as the user chose. Unsent commands of the previous user stay on this device. */
async function swap(session: UserSession): Promise<void> {
  await ends.signOut();
  device.keepFromLink(session);
}

async function openSession(me: Me) {
  const page = loadPageAhead(me, translations);
  const { openSession: open } = await sessionCode();
  const session = await open(me, texts, {
    rightsReported: reloadUserOnChangedRights,
    sessionLeft: ends.followOtherTabs,
  });
  opened = session;
  session.sync.subscribe(() => {
    // Waits for the reload at the start: if that finds the session rejected, its notice is shown, not this one.
    const { phase, refusal } = session.sync.state;
    if (phase === 'signedOut')
      void started.then(() => auth.send({ type: 'auth.ended', reason: refusal ?? unauthorized }));
  });
  drainNow = session.syncNow;
  await page;
  return session;
}

const sessionCode = () => import('./open-session.ts');

let drainNow: () => void = () => undefined;
let translations: Promise<i18n>;
let texts: i18n;

/** Loads what the remembered user will need, beside the translations. */
function startAhead(): void {
  const me = storedToken() === undefined ? undefined : storedMe();
  if (me === undefined) return;
  sessionCode().catch(() => undefined);
  void loadPageAhead(me, translations);
}

async function start(): Promise<void> {
  translations = startTranslations();
  startAhead();
  texts = await translations;
  // Before `auth.start()`, which may make the first call.
  setDeviceIdMaker(fingerprint);
  auth.start();
  for (const event of ['storage', 'pageshow', 'focus']) addEventListener(event, ends.followOtherTabs);
  document.addEventListener('visibilitychange', ends.followOtherTabs);
  addEventListener('pagehide', () => auth.send({ type: 'auth.offerDeclined' }));
  addEventListener('online', () => void sendPendingSignOuts());
  void sendPendingSignOuts();
  createRoot(document.querySelector('#root') as HTMLElement).render(
    <StrictMode>
      <UpdateContext value={update}>
        <App auth={auth} openSession={openSession} />
      </UpdateContext>
    </StrictMode>,
  );
  void startSoon();
  update.beforeReload(saveTyping);
  update.beforeReload(untilRestored);
  addEventListener('vite:preloadError', () => void update.buildIsGone());
  await appIsUsed();
  startVersionCheck(() => void update.look());
  await deviceId();
}

/** Starts what is not urgent, except on a page after an automatic reload, which restores scroll and focus at once. */
async function startSoon(): Promise<void> {
  if (sessionStorage.getItem(reloadStateKey) === null) await appIsUsed();
  const { joinPages, saveReloadState, mayReloadUnseen, onQuietMoment, restoreReloadState, noteNavigation, Workbox } =
    await import('./session/after-start.ts');
  restoreReloadState();
  update.beforeReload(saveReloadState);
  watchPath(noteNavigation, new AbortController().signal);
  await registerServiceWorker({ joinPages, mayReloadUnseen, onQuietMoment, Workbox }, () => drainNow());
}

void start();
