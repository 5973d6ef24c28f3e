import type { Paying } from './paying.ts';

/** Jobs that report changes to the payment provider. */

/** Ends a subscription at the provider after it has ended here. */
export async function endAtProvider({ providers }: Pick<Paying, 'providers'>, payload: unknown): Promise<void> {
  await providers.card?.endNow((payload as { ref: string }).ref);
}

/** Sets at the provider whether a subscription renews. */
export async function renewAtProvider({ providers }: Pick<Paying, 'providers'>, payload: unknown): Promise<void> {
  const { ref, renews } = payload as { ref: string; renews: boolean };
  await providers.card?.renew(ref, renews);
}
