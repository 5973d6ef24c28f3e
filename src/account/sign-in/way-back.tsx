import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { returnPathOf } from '../../routing/guards.ts';

/** Returns the page the user wanted before the sign-in. It is passed from form to form. */
export function useWayBack(): { from: string | undefined } {
  return { from: returnPathOf(useLocation().state) };
}

/** Returns the e-mail address typed in the previous form; empty if there is none. */
export function useTypedAddress(): string {
  const { state }: { state: unknown } = useLocation();
  const typed = (state as { email?: unknown } | null)?.email;
  return typeof typed === 'string' ? typed : '';
}

interface GuestLinkProps {
  to: string;
  /** E-mail address typed in this form, which the next one shows. */
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
