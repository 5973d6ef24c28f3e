import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { cameFrom } from '../guards.ts';

/** The page somebody wanted before they had to sign in; it goes along from form to form, until they are in. */
export function useWayBack(): { from: string | undefined } {
  return { from: cameFrom(useLocation().state) };
}

/** A link from one form before sign-in to another. */
export function GuestLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} state={useWayBack()}>
      {children}
    </Link>
  );
}
