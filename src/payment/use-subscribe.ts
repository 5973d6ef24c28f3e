import { useState } from 'react';
import type { SubscribeV2Body, SubscribeV2Reply } from '#domain/payment/wire/payments.ts';
import { codesIn } from '../net/refusal-codes.ts';
import { Refused, Unreachable } from '../net/errors.ts';
import { useAttempt } from '../ui/use-attempt.ts';
import { useSession } from '../session/session-context.tsx';
import { call } from '../net/call.ts';

/** Problem of an order: keys under `problem` of payments.json, for a field or the whole. */
export interface OrderProblem {
  email?: string;
  whole?: string;
}

/** Sends an order. The same order sent again after a lost reply has the same idempotency key. */
export function useSubscribe(done: (reply: SubscribeV2Reply) => void | Promise<void>) {
  const { api } = useSession();
  const [sent, setSent] = useState({ text: '', key: '' });
  const {
    isBusy,
    problem = {},
    run,
  } = useAttempt((error) => {
    // After a refusal, the next order gets a new key.
    if (error instanceof Refused) setSent({ text: '', key: '' });
    return problemOf(error);
  });
  async function send(order: SubscribeV2Body): Promise<void> {
    const text = JSON.stringify(order);
    const attempt = sent.text === text ? sent : { text, key: crypto.randomUUID() };
    setSent(attempt);
    await run(async () => done(await call(api, 'POST /subscriptions/subscribe_v2', { body: order, key: attempt.key })));
  }
  return { send, isBusy, problem };
}

const known = ['on_request', 'trial_used', 'too_small'];

function problemOf(error: unknown): OrderProblem {
  if (error instanceof Unreachable) return { whole: error.status === undefined ? 'unreachable' : 'busy' };
  if (!(error instanceof Refused)) return { whole: 'unknown' };
  if (error.code === 'ALREADY_SUBSCRIBED') return { whole: error.code };
  const codes = codesIn(error);
  if (codes.has('email')) return { email: 'email' };
  return { whole: known.find((code) => codes.has(code)) ?? 'unknown' };
}
