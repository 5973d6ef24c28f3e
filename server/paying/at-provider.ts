import type { Paying } from './paying.ts';

/** The jobs that tell the payment provider what happened here. */

/** Ends at the provider what is over here. */
export async function endAtProvider({ providers }: Pick<Paying, 'providers'>, payload: unknown): Promise<void> {
  await providers.card?.endNow((payload as { ref: string }).ref);
}

/** Lets it end with its time at the provider, or go on. */
export async function renewAtProvider({ providers }: Pick<Paying, 'providers'>, payload: unknown): Promise<void> {
  const { ref, renews } = payload as { ref: string; renews: boolean };
  await providers.card?.renew(ref, renews);
}
