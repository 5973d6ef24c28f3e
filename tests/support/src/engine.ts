import { onTestFinished } from 'vitest';
import { startEngine, type Engine, type EngineParts } from '../../../src/sync/engine.ts';
import { refuseImpossible } from './refuse-impossible.ts';
import type { deviceOf } from './user.ts';
import { outboxRules } from '../../../src/nouns.ts';

const never = () => Promise.reject(new Error('no uploads here'));

/** Starts the sync loops of a device until the test ends. The tab leads at once, unless `others` has other locks. */
export function engineOf(
  { db, me }: Pick<ReturnType<typeof deviceOf>, 'db' | 'me'>,
  world: EngineParts['world'],
  others: Partial<EngineParts> = {},
): Engine {
  const engine = startEngine({
    db,
    rules: outboxRules,
    me: me.id,
    world,
    uploadApi: { create: never, offsetOf: never, send: never },
    locks: { request: (_name, _options, held) => held({}) },
    report: () => undefined,
    confirmed: () => undefined,
    watch: refuseImpossible,
    ...others,
  });
  onTestFinished(() => engine.stop());
  return engine;
}
