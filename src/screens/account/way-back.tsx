import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { returnPathOf } from '../../routing/guards.ts';

/** The page somebody wanted before they had to sign in; it goes along from form to form, until they are in. */
export function useWayBack(): { from: string | undefined } {
  return { from: returnPathOf(useLocation().state) };
}

/** The address that was typed in the form before this one; empty where none came along. */
export function useTypedAddress(): string {
  const { state }: { state: unknown } = useLocation();
  const typed = (state as { email?: unknown } | null)?.email;
  return typeof typed === 'string' ? typed : '';
}

interface GuestLinkProps {
  to: string;
  /** The address that is typed in this form, so that nobody types it twice. */
  email?: string | undefined;
  children: ReactNode;
}

/** A link from one form before sign-in to another. */
export function GuestLink({ to, email = '', children }: GuestLinkProps) {
  return (
    <Link to={to} state={{ ...useWayBack(), ...(email === '' ? {} : { email }) }}>
      {children}
    </Link>
  );
}
