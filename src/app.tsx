// First of all styles: it fixes the order of the layers.
import './ui/tokens.css';
import { lazy, Suspense, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from '@xstate/react';
import { BrowserRouter, matchPath, Navigate, Outlet, Route, Routes, useLocation } from 'react-router-dom';
import type { Me } from '#domain/users.ts';
import { redirects, routes, type ScreenRoute } from './routes.tsx';
import { AuthContext, isSomebody, useAuth, usePerson, type AuthActor } from './screens/account/auth-context.tsx';
import { SignedOutNotice } from './screens/account/signed-out-notice.tsx';
import { cameFrom, homeOf, turnOf } from './screens/guards.ts';
import { NotFoundScreen } from './screens/public/not-found.tsx';
import { SessionContext, useOptionalSession, type ScreenSession } from './screens/session-context.tsx';
import { ErrorBoundary } from './screens/shell/error-boundary.tsx';
import { ShellSkeleton } from './screens/shell/shell-skeleton.tsx';
import { ScreenFailure } from './screens/shell/screen-failure.tsx';
import type { Session } from './session.ts';
import { applyTheme, rememberedTheme } from './screens/shell/theme.ts';
import { Notices, showNotice } from './ui/notice.tsx';

// Before anything is drawn, so that the page never flashes in the other theme.
applyTheme(rememberedTheme());

interface AppProps {
  auth: AuthActor;
  /** Loads and opens everything that exists only while signed in. */
  openSession: (me: Me, token: string) => Promise<Session>;
}

/** The whole app: who is signed in, their session, the URLs, and the notices over all of it. */
export function App({ auth, openSession }: AppProps) {
  const { t } = useTranslation();
  return (
    <AuthContext value={auth}>
      <BrowserRouter>
        <ErrorBoundary>
          <SessionGate openSession={openSession}>
            <Pages />
          </SessionGate>
        </ErrorBoundary>
        <SignedOutNotice />
      </BrowserRouter>
      <Notices dismissLabel={t('action.dismiss')} />
    </AuthContext>
  );
}

function SessionGate({ openSession, children }: { openSession: AppProps['openSession']; children: ReactNode }) {
  const auth = useAuth();
  const token = useSelector(auth, (snapshot) => (isSomebody(snapshot) ? snapshot.context.token : null));
  const userId = useSelector(auth, (snapshot) => (isSomebody(snapshot) ? snapshot.context.me?.id : undefined));
  const [session, setSession] = useState<ScreenSession | null>(null);
  const [failure, setFailure] = useState<unknown>(undefined);
  useEffect(() => {
    const { me } = auth.getSnapshot().context;
    if (token === null || me === null || me.id !== userId) return undefined;
    let left = false;
    const opening = openSession(me, token);
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
  }, [auth, openSession, token, userId]);
  if (failure !== undefined) return <ScreenFailure error={failure} />;
  return <SessionContext value={session}>{children}</SessionContext>;
}

const layouts = {
  user: lazy(async () => ({ default: (await import('./screens/shell/user-layout.tsx')).UserLayout })),
  admin: lazy(async () => ({ default: (await import('./screens/shell/admin-layout.tsx')).AdminLayout })),
};

function Pages() {
  return (
    <Routes>
      {(['user', 'admin', 'plain'] as const).map((layout) => (
        <Route key={layout} element={layout === 'plain' ? <Plain /> : <Framed layout={layout} />}>
          {routes
            .filter((route) => route.layout === layout)
            .map((route) => (
              <Route key={route.path} path={route.path} element={<Guarded route={route} />} />
            ))}
        </Route>
      ))}
      {redirects.map((row) => (
        <Route key={row.path} path={row.path} element={<Redirected to={row.to} />} />
      ))}
      <Route path="/admin/*" element={<UnknownAdminPage />} />
      <Route path="*" element={<NotFound />} />
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

/** A layout with its screen; the frame's skeleton while the session opens. Guests pass through to their redirect. */
function Framed({ layout }: { layout: 'user' | 'admin' }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const person = usePerson();
  const session = useOptionalSession();
  const Layout = layouts[layout];
  const route = routes.find(({ path }) => matchPath(path, pathname));
  if (person === null) return <Outlet />;
  if (person === undefined || session === null) return <ShellSkeleton />;
  return (
    <Suspense fallback={<ShellSkeleton />}>
      <Layout title={route === undefined ? '' : t(route.title)}>
        <Outlet />
      </Layout>
    </Suspense>
  );
}

function Guarded({ route }: { route: ScreenRoute }) {
  const { t } = useTranslation();
  const person = usePerson();
  const location = useLocation();
  useTitle(t(route.title), route.layout === 'admin');
  const turn = useMemo(() => (person === undefined ? undefined : turnOf(route.guard, person)), [person, route.guard]);
  const notice = turn?.notice;
  useEffect(() => {
    if (notice !== undefined) showNotice({ title: t(notice), duration: 8000 });
  }, [notice, t]);
  if (person === undefined && route.guard !== 'anyone') return null;
  if (turn === undefined) return <route.screen />;
  if (route.guard === 'guest') return <Navigate replace to={cameFrom(location.state) ?? turn.to} />;
  const from = `${location.pathname}${location.search}`;
  return <Navigate replace to={turn.to} state={turn.to === '/login' ? { from } : null} />;
}

function Redirected({ to }: { to: string | ((person: Me | null) => string) }) {
  const person = usePerson();
  if (person === undefined) return null;
  if (typeof to === 'string') return <Navigate replace to={to} />;
  return <Navigate replace to={to(person)} />;
}

/** The guard comes before "not found", so that nobody can find out which admin pages exist. */
function UnknownAdminPage() {
  const person = usePerson();
  if (person === undefined) return null;
  const turn = turnOf('staff', person);
  return turn === undefined ? <NotFound /> : <Navigate replace to={turn.to} />;
}

function NotFound() {
  const { t } = useTranslation();
  const person = usePerson();
  useTitle(t('title.notFound'), false);
  return <NotFoundScreen home={person === null || person === undefined ? '/login' : homeOf(person)} />;
}

function useTitle(title: string, admin: boolean): void {
  const { t } = useTranslation();
  const site = t(admin ? 'site.admin' : 'site.name');
  useEffect(() => {
    document.title = `${title} · ${site}`;
  }, [title, site]);
}
