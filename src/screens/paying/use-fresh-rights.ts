import { useEffect } from 'react';
import type { CurrentReply } from '#domain/protocol/paying.ts';
import { whoAmI } from '../../net/auth.ts';
import { useAuth, usePerson } from '../account/auth-context.tsx';
import { useSession } from '../session-context.tsx';

/** Asks anew who somebody is when their plan has become another than the app knows: menus and guards follow at once. */
export function useFreshRights({ subscription }: CurrentReply): void {
  const { api } = useSession();
  const auth = useAuth();
  const person = usePerson();
  const known = person === null || person === undefined ? '' : standingOf(person.plan, person.subscription);
  const now = subscription === null ? '' : standingOf(subscription.plan, subscription);
  useEffect(() => {
    if (now === '' || now === known) return undefined;
    let left = false;
    whoAmI(api).then(
      (me) => left || auth.send({ type: 'auth.refreshed', me }),
      // The rights are the server's in any case; the menus follow with the next answer.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [api, auth, known, now]);
}

function standingOf(plan: { name: string } | null, subscription: { status: string } | null): string {
  return `${plan?.name ?? ''} ${subscription?.status ?? ''}`;
}
