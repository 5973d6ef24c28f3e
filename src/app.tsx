// Must be the first style sheet: it fixes the order of the layers.
import './ui/tokens.css';
import { lazy, Suspense, useEffect, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from '@xstate/react';
import { BrowserRouter, Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { isStaff } from '#domain/account/permissions.ts';
import type { Me } from '#domain/account/users.ts';
import { layouts, screens, showOrder } from './routes.tsx';
import { AuthContext, hasOpenSession, useAuth, useCurrentUser, type AuthActor } from './session/auth-context.tsx';
import { SignedOutNotice } from './account/sign-in/signed-out-notice.tsx';
import { ConsentMount } from './shell/consent/consent-mount.tsx';
import { OrderSheetContext } from './chat/parts/order-sheet-context.ts';
import { announce } from './ui/notice/notices.ts';
import { isCaseSensitive, pages, redirects, siteNameKeyOf, type Layout, type PagePath } from './routing/route-table.ts';
import { SessionContext, useOptionalSession, type ScreenSession } from './session/session-context.tsx';
import { ErrorBoundary } from './ui/states/error-boundary.tsx';
import { createLayers } from './ui/layers.ts';
import { ShellSkeleton } from './shell/frame/shell-skeleton.tsx';
import { ScreenFailure } from './ui/states/screen-failure.tsx';
import type { Session } from './open-session.ts';
import { applyTheme, rememberedTheme } from './shell/frame/theme.ts';
import { isUserArea, namesObject, routeAt, resolveRoute } from './routing/resolve-route.ts';
import { Notices } from './ui/notice/notice.tsx';
import { LayersContext } from './ui/use-layer.ts';

/** Dialogs and menus over the page; the router has its history without them. */
const layers = createLayers(window);

// Before the first render, so that the page never flashes in the other theme.
applyTheme(rememberedTheme());

interface AppProps {
  auth: AuthActor;
  /** Loads and opens everything that exists only while a user is signed in. */
  openSession: (me: Me) => Promise<Session>;
}

/** The whole app: authentication, session, routes, and the notices above the page. */
export function App({ auth, openSession }: AppProps) {
  const { t } = useTranslation();
  return (
    <AuthContext value={auth}>
      <BrowserRouter window={layers.routerWindow}>
        <LayersContext value={layers}>
          <ConsentMount />
          <ErrorBoundary>
            <SessionGate openSession={openSession}>
              <Pages />
            </SessionGate>
          </ErrorBoundary>
          <SignedOutNotice />
          <OfferOfLink />
        </LayersContext>
      </BrowserRouter>
      <Notices dismissLabel={t('action.dismiss')} />
    </AuthContext>
  );
}

const OtherAccount = lazy(async () => ({
  default: (await import('./session/other-account.tsx')).OtherAccount,
}));

const LinkOffer = lazy(async () => ({ default: (await import('./account/security/link-offer.tsx')).LinkOffer }));

/** Offer to switch to the session of another user that a link carried. Its code is loaded only then. */
function OfferOfLink() {
  const offer = useSelector(useAuth(), (snapshot) => snapshot.context.offer);
  if (offer === null) return null;
  return (
    <Suspense fallback={null}>
      <LinkOffer offer={offer} />
    </Suspense>
  );
}

function SessionGate({ openSession, children }: { openSession: AppProps['openSession']; children: ReactNode }) {
  const auth = useAuth();
  const token = useSelector(auth, (snapshot) => (hasOpenSession(snapshot) ? snapshot.context.token : null));
  const userId = useSelector(auth, (snapshot) => (hasOpenSession(snapshot) ? snapshot.context.me?.id : undefined));
  // A role decides as which side the user reads and writes: a new role reopens the session.
  const role = useSelector(auth, (snapshot) => snapshot.context.me?.role);
  const [session, setSession] = useState<ScreenSession | null>(null);
  const [failure, setFailure] = useState<unknown>(undefined);
  useEffect(() => {
    const { me } = auth.getSnapshot().context;
    if (token === null || me === null || me.id !== userId || me.role !== role) return undefined;
    let left = false;
    const opening = openSession(me);
    opening.then(
      (opened) => left || setSession(opened),
      (error: unknown) => left || setFailure(error),
    );
    return () => {
      left = true;
      setSession(null);
      setFailure(undefined);
      opening.then((opened) => opened.close()).catch(() => undefined);
    };
  }, [auth, openSession, token, userId, role]);
  if (failure !== undefined) return <ScreenFailure error={failure} />;
  return (
    <SessionContext value={session}>
      <OrderSheetContext value={showOrder}>{children}</OrderSheetContext>
    </SessionContext>
  );
}

const PublicLayout = lazy(async () => ({
  default: (await import('./shell/public/public-layout.tsx')).PublicLayout,
}));

const frames: Record<Layout, ReactNode> = {
  plain: <Plain />,
  public: <Public />,
  user: <FramedPage layout="user" />,
  admin: <FramedPage layout="admin" />,
};

function Pages() {
  const paths = Object.keys(pages) as PagePath[];
  const { key } = useLocation();
  useLayoutEffect(() => layers.showPage(key), [key]);
  return (
    <Routes>
      {(Object.keys(frames) as Layout[]).map((layout) => (
        <Route key={layout} element={frames[layout]}>
          {paths
            .filter((path) => pages[path].layout === layout)
            .map((path) => (
              <Route
                key={path}
                path={path}
                caseSensitive={isCaseSensitive(path)}
                element={<RoutedPage path={path} />}
              />
            ))}
        </Route>
      ))}
      {redirects.map(({ path }) => (
        <Route key={path} path={path} element={<RedirectedPage />} />
      ))}
    </Routes>
  );
}

function Plain() {
  return (
    <Suspense fallback={null}>
      <Outlet />
    </Suspense>
  );
}

function Public() {
  return (
    <Suspense fallback={null}>
      <PublicLayout>
        <Outlet />
      </PublicLayout>
    </Suspense>
  );
}

/** A layout with its page; a skeleton while the session opens. Guests get no layout, because they are redirected. */
function FramedPage({ layout }: { layout: 'user' | 'admin' }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const user = useCurrentUser();
  const session = useOptionalSession();
  const found = routeAt(pathname);
  if (user === null) return <Outlet />;
  if (user === undefined || session === null) return <ShellSkeleton />;
  // A customer who follows a link of staff stays in their own frame.
  const Layout = layouts[isStaff(user) ? layout : 'user'];
  return (
    <Suspense fallback={<ShellSkeleton />}>
      <Layout title={'page' in found ? t(found.row.title) : ''}>
        <Outlet />
      </Layout>
    </Suspense>
  );
}

function RoutedPage({ path }: { path: PagePath }) {
  const { title, guard } = pages[path];
  const user = useCurrentUser();
  useTitle(path, title);
  const Screen = screens[path];
  if (user === undefined) return guard === 'anyone' ? <Screen /> : null;
  return (
    <GuardedPage user={user}>
      <Screen />
    </GuardedPage>
  );
}

function RedirectedPage() {
  const user = useCurrentUser();
  return user === undefined ? null : <GuardedPage user={user}>{null}</GuardedPage>;
}

/** The page at this path, or a redirect with the notice that says why. */
function GuardedPage({ user, children }: { user: Me | null; children: ReactNode }) {
  const { t } = useTranslation();
  const { pathname, search, state } = useLocation();
  const step = useMemo(() => resolveRoute({ pathname, search, state }, user), [pathname, search, state, user]);
  const notice = 'go' in step ? step.notice : undefined;
  const [shown, setShown] = useState<string>();
  if ('show' in step && shown !== pathname) setShown(pathname);
  // The object may belong to another account of the same user. If it was shown here, the right to it has been taken
  // away.
  const email = shown === pathname || !namesObject({ pathname, search }) ? undefined : user?.email;
  const isElsewhere = notice !== undefined && email !== undefined && isUserArea(pathname);
  useEffect(() => {
    if (notice === undefined || isElsewhere) return;
    announce(t, 'turnedAway', {
      title: t(notice),
      ...(email === undefined ? {} : { detail: t('guard.otherAccount', { email }) }),
    });
  }, [notice, t, email, isElsewhere]);
  if (isElsewhere) return <OtherAccount title={t(notice)} />;
  return 'show' in step ? children : <Navigate replace to={step.go} state={step.state ?? null} />;
}

function useTitle(path: PagePath, title: string): void {
  const { t } = useTranslation();
  const text = `${t(title)} · ${t(siteNameKeyOf(path))}`;
  useEffect(() => {
    document.title = text;
  }, [text]);
}
