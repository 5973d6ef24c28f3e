import { expect, test, vi } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import {
  authMachine,
  type Challenge,
  type Credentials,
  type RecallResult,
  type ShownCode,
  type UserSession,
  type VerifiedCode,
  signedOutReloadMs,
} from '../../../src/machines/auth.ts';
import { feedbackMachine, type FeedbackInput } from '../../../src/machines/feedback.ts';
import { orderWizardMachine } from '../../../src/machines/order-wizard.ts';
import { Unreachable } from '../../../src/net/errors.ts';
import { testUser } from '../../support/src/user.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

async function authActor(
  recalled: UserSession | null,
  signIn: (by: Credentials | ShownCode) => Promise<UserSession | Challenge | VerifiedCode>,
  found: Omit<RecallResult, 'session'> = {},
) {
  const clock = new SimulatedClock();
  const reload = vi.fn<() => void>();
  const noteEnd = vi.fn<() => void>();
  const forget = vi.fn<() => Promise<void>>(async () => undefined);
  const follow = vi.fn<() => Promise<boolean>>(async () => false);
  const swap = vi.fn<(to: UserSession) => Promise<void>>(async () => undefined);
  const endOffer = vi.fn<(token: string | undefined) => void>();
  const machine = authMachine.provide({
    actors: {
      recall: fromPromise(async () => ({ session: recalled, ...found })),
      signIn: fromPromise<UserSession | Challenge | VerifiedCode, Credentials | ShownCode>(({ input }) =>
        signIn(input),
      ),
      swap: fromPromise<void, UserSession>(({ input }) => swap(input)),
      forget: fromPromise(forget),
      follow: fromPromise(follow),
    },
    actions: { reload, noteEnd, endOffer: (_, token) => endOffer(token) },
  });
  const actor = createActor(machine, { clock }).start();
  await settled();
  const send = async (event: Parameters<typeof actor.send>[0]) => {
    actor.send(event);
    await settled();
  };
  return { actor, send, clock, reload, noteEnd, forget, follow, swap, endOffer };
}

const me = testUser();

test('a remembered session opens the app without a network', async () => {
  const { actor } = await authActor({ me, token: 't' }, () => Promise.reject(new Error('offline')));
  expect(actor.getSnapshot().matches('signedIn')).toBe(true);
  expect(actor.getSnapshot().context).toMatchObject({ me, token: 't' });
});

test('a sign-out in another tab ends the session here once, with no notice and no reload', async () => {
  const { actor, reload, forget, follow, send } = await authActor({ me, token: 't' }, () =>
    Promise.reject(new Error('unused')),
  );
  actor.send({ type: 'auth.leftElsewhere' });
  actor.send({ type: 'auth.leftElsewhere' });
  await send({ type: 'auth.ended', reason: 'Unauthorized request' });
  expect(follow).toHaveBeenCalledOnce();
  expect(forget).not.toHaveBeenCalled();
  expect(reload).not.toHaveBeenCalled();
  expect(actor.getSnapshot().matches('signedOut')).toBe(true);
  expect(actor.getSnapshot().context).toMatchObject({ me: null, token: null, notice: null });
});

test('when another tab has signed in another user, this one reloads for that user', async () => {
  const { reload, follow, send } = await authActor({ me, token: 't' }, () => Promise.reject(new Error('unused')));
  follow.mockResolvedValue(true);
  await send({ type: 'auth.leftElsewhere' });
  expect(reload).toHaveBeenCalledOnce();
});

test('a code from the e-mail signs in; a wrong one is reported, and can be tried again', async () => {
  const answers = [
    () => Promise.reject(Object.assign(new Error('This code is not valid any more.'), { code: 'TOKEN_INVALID' })),
    () => Promise.resolve({ me, token: 't' }),
  ];
  const { actor, send } = await authActor(null, () =>
    (answers.shift() ?? (() => Promise.reject(new Error('asked too often'))))(),
  );
  const shown = { type: 'auth.codeShown', email: me.email, verificationCode: '123456', version: 2 } as const;
  await send(shown);
  expect(actor.getSnapshot().matches('signedOut')).toBe(true);
  expect(actor.getSnapshot().context.error).toMatchObject({ code: 'TOKEN_INVALID' });
  await send(shown);
  expect(actor.getSnapshot().context).toMatchObject({ me, token: 't', error: null });
});

test('a wrong password is reported, and can be tried again', async () => {
  const wrong = Object.assign(new Error('Incorrect username or password.'), { code: 'NotAuthorizedException' });
  const { actor, send } = await authActor(null, () => Promise.reject(wrong));
  await send({ type: 'auth.submitted', email: 'a@b.c', password: 'x', remember: true });
  expect(actor.getSnapshot().matches('signedOut')).toBe(true);
  expect(actor.getSnapshot().context.error).toEqual({ code: 'NotAuthorizedException', message: wrong.message });
});

test.each([
  ['no answer at all', {}, { code: 'UNREACHABLE' }],
  ['too many tries', { status: 429, retryAfterMs: 900_000 }, { code: 'RATE_LIMITED', retryAfterMs: 900_000 }],
  ['a server that restarts', { status: 503, retryAfterMs: 2000 }, { code: 'UNAVAILABLE', retryAfterMs: 2000 }],
])('a sign-in that meets %s is told apart from the others', async (_, about, problem) => {
  const { actor, send } = await authActor(null, () => Promise.reject(new Unreachable('Said by the server.', about)));
  await send({ type: 'auth.submitted', email: 'a@b.c', password: 'x', remember: true });
  expect(actor.getSnapshot().context.error).toEqual({ message: 'Said by the server.', ...problem });
});

test('many calls that find the session over make one notice, one clearing and one reload after four seconds', async () => {
  const { actor, clock, reload, noteEnd, forget, send } = await authActor({ me, token: 't' }, () =>
    Promise.reject(new Error('no')),
  );
  for (let i = 0; i < 5; i++) actor.send({ type: 'auth.ended', reason: 'Unauthorized request' });
  expect(actor.getSnapshot().context.notice).toEqual({ name: 'sessionOver', message: 'Unauthorized request' });
  clock.increment(signedOutReloadMs - 1);
  await settled();
  expect([reload.mock.calls.length, forget.mock.calls.length]).toEqual([0, 0]);
  clock.increment(1);
  await send({ type: 'auth.ended', reason: 'late' });
  expect([reload.mock.calls.length, forget.mock.calls.length, noteEnd.mock.calls.length]).toEqual([1, 1, 1]);
});

test('when another tab has cleared the ended session, this one does not show an empty page for the rest of four seconds', async () => {
  const { actor, reload, forget, send } = await authActor({ me, token: 't' }, () => Promise.reject(new Error('no')));
  actor.send({ type: 'auth.ended', reason: 'Unauthorized request' });
  await send({ type: 'auth.leftElsewhere' });
  expect([reload.mock.calls.length, forget.mock.calls.length]).toEqual([1, 1]);
});

test('a start that the server refuses signs out with one notice and without a reload', async () => {
  const { actor, clock, reload, noteEnd, forget, send } = await authActor({ me, token: 't' }, () =>
    Promise.reject(new Error('no')),
  );
  actor.send({ type: 'auth.refused' });
  await send({ type: 'auth.ended', reason: 'Unauthorized request' });
  expect(actor.getSnapshot().matches('signedOut')).toBe(true);
  expect(actor.getSnapshot().context).toMatchObject({ me: null, token: null, notice: { name: 'startRefused' } });
  clock.increment(signedOutReloadMs);
  expect([reload.mock.calls.length, forget.mock.calls.length, noteEnd.mock.calls.length]).toEqual([0, 1, 1]);
});

test('a sign-in that requires a new password continues with it; a refused one can be replaced', async () => {
  const weak = Object.assign(new Error('Some values do not fit.'), {
    code: 'INVALID',
    details: [{ path: 'newPassword', code: 'common' }],
  });
  const seen: (Credentials | ShownCode)[] = [];
  const answers: (() => Promise<UserSession | Challenge>)[] = [
    () => Promise.resolve({ challenge: { email: me.email, password: 'given', remember: false, session: 's1' } }),
    () => Promise.reject(weak),
    () => Promise.resolve({ me, token: 't' }),
  ];
  const { actor, send } = await authActor(null, (by) => {
    seen.push(by);
    return (answers.shift() ?? (() => Promise.reject(new Error('asked too often'))))();
  });
  await send({ type: 'auth.submitted', email: me.email, password: 'given', remember: false });
  const { challenge } = actor.getSnapshot().context;
  expect(actor.getSnapshot().matches('signedOut')).toBe(true);
  expect(challenge).toEqual({ email: me.email, password: 'given', remember: false, session: 's1' });
  if (challenge === null) throw new Error('no challenge');
  await send({ type: 'auth.submitted', ...challenge, newPassword: 'Password1!' });
  expect(actor.getSnapshot().context).toMatchObject({ challenge, error: { code: 'INVALID', details: weak.details } });
  await send({ type: 'auth.submitted', ...challenge, newPassword: 'Anode-2026!' });
  expect(actor.getSnapshot().context).toMatchObject({ me, token: 't', challenge: null, error: null });
  expect(seen[2]).toMatchObject({ email: me.email, password: 'given', newPassword: 'Anode-2026!', session: 's1' });
});

test('a tab on the sign-in page enters when another tab has signed in, unless a new password is being chosen in it', async () => {
  const stored: RecallResult[] = [{ session: null }, { session: { me, token: 't' } }];
  const recall = fromPromise(async () => stored.shift() ?? { session: null });
  const actor = createActor(authMachine.provide({ actors: { recall } })).start();
  await settled();
  expect(actor.getSnapshot().matches('signedOut')).toBe(true);
  actor.send({ type: 'auth.enteredElsewhere' });
  await settled();
  expect(actor.getSnapshot().context).toMatchObject({ me, token: 't' });

  const challenge = { email: me.email, password: 'given', remember: true, session: 's1' };
  const { actor: choosing } = await authActor(null, () => Promise.resolve({ challenge }));
  choosing.send({ type: 'auth.submitted', email: me.email, password: 'given', remember: true });
  await settled();
  choosing.send({ type: 'auth.enteredElsewhere' });
  expect(choosing.getSnapshot().matches('signedOut')).toBe(true);
});

test('a link is offered to a guest, and taking it swaps the session', async () => {
  const offer = { me, token: 'fresh' };
  const { actor, swap, send } = await authActor(null, () => Promise.reject(new Error('unused')), { offer });
  expect(actor.getSnapshot().matches('signedOut')).toBe(true);
  expect(actor.getSnapshot().context.offer).toEqual(offer);
  await send({ type: 'auth.offerTaken' });
  expect(swap.mock.calls).toEqual([[offer]]);
});

test('a guest who declines the offer of a link ends its session, once', async () => {
  const offer = { me, token: 'fresh' };
  const { actor, endOffer } = await authActor(null, () => Promise.reject(new Error('unused')), { offer });
  actor.send({ type: 'auth.offerDeclined' });
  // The page is closed afterwards.
  actor.send({ type: 'auth.offerDeclined' });
  expect(endOffer).toHaveBeenCalledExactlyOnceWith('fresh');
  expect(actor.getSnapshot().context.offer).toBe(null);
});

test('the question of a link stays until it is answered, also when another tab signs in', async () => {
  const [mine, offer] = [
    { me, token: 't' },
    { me: testUser(), token: 'fresh' },
  ];
  const stored: RecallResult[] = [{ session: null, offer }, { session: mine }];
  const recall = fromPromise(async () => stored.shift() ?? { session: null });
  const actor = createActor(authMachine.provide({ actors: { recall } })).start();
  await settled();
  actor.send({ type: 'auth.enteredElsewhere' });
  await settled();
  expect(actor.getSnapshot().context).toMatchObject({ ...mine, offer });
});

test('a code entered on another device than the one that signed up is followed by the choice of a password', async () => {
  const challenge = { email: me.email, password: '123456', remember: true, session: 's1' };
  const { actor, send } = await authActor(null, () => Promise.resolve({ challenge }));
  await send({ type: 'auth.codeShown', email: me.email, verificationCode: '123456', version: 2 });
  expect(actor.getSnapshot().matches('signedOut')).toBe(true);
  expect(actor.getSnapshot().context).toMatchObject({ me: null, error: null, challenge });
});

test('a code shown to version 1 is right, and the password is still to be given', async () => {
  const { actor, send } = await authActor(null, () => Promise.resolve({ verified: true }));
  await send({ type: 'auth.codeShown', email: me.email, verificationCode: '123456', version: 1 });
  expect(actor.getSnapshot().matches('signedOut')).toBe(true);
  expect(actor.getSnapshot().context).toMatchObject({ me: null, error: null, notice: { name: 'verified' } });
});

test("another user's link is offered, and used only when the user agrees", async () => {
  const other = { me: testUser(), token: 'theirs' };
  const kept = await authActor({ me, token: 't' }, () => Promise.reject(new Error('no')), { offer: other });
  expect(kept.actor.getSnapshot().context).toMatchObject({ me, token: 't', offer: other });
  kept.actor.send({ type: 'auth.offerDeclined' });
  kept.actor.send({ type: 'auth.offerTaken' });
  expect(kept.actor.getSnapshot().matches('signedIn')).toBe(true);
  expect(kept.swap).not.toHaveBeenCalled();
  expect(kept.endOffer).toHaveBeenCalledExactlyOnceWith(other.token);
  const taken = await authActor({ me, token: 't' }, () => Promise.reject(new Error('no')), { offer: other });
  await taken.send({ type: 'auth.offerTaken' });
  expect(taken.swap).toHaveBeenCalledExactlyOnceWith(other);
  expect(taken.reload).toHaveBeenCalledOnce();
  expect(taken.endOffer).not.toHaveBeenCalled();
});

test('feedback: a rating, a follow-up, thanks; failed feedback says so and can be sent again', async () => {
  const save = vi.fn<(input: FeedbackInput) => Promise<void>>(async () => undefined);
  save.mockRejectedValueOnce(new Error('full'));
  const machine = feedbackMachine.provide({
    actors: { save: fromPromise<void, FeedbackInput>(({ input }) => save(input)) },
  });
  const actor = createActor(machine).start();
  actor.send({ type: 'feedback.rated', rating: -1 });
  await settled();
  expect(actor.getSnapshot().value).toBe('failed');
  actor.send({ type: 'feedback.rated', rating: -1 });
  await settled();
  expect(actor.getSnapshot().value).toBe('followUp');
  actor.send({ type: 'feedback.commented', comment: 'Too short' });
  await settled();
  expect(actor.getSnapshot().value).toBe('thanked');
  expect(save.mock.lastCall?.[0]).toEqual({ rating: -1, comment: 'Too short' });
});

test('feedback that was refused later is sent again as it was, and thanked for', async () => {
  const save = vi.fn<(input: FeedbackInput) => Promise<void>>(async () => undefined);
  const machine = feedbackMachine.provide({
    actors: { save: fromPromise<void, FeedbackInput>(({ input }) => save(input)) },
  });
  const actor = createActor(machine, { input: { rating: -1 } }).start();
  actor.send({ type: 'feedback.sentAgain', rating: -1, comment: 'Too short' });
  await settled();
  expect(actor.getSnapshot().value).toBe('thanked');
  expect(save.mock.calls).toEqual([[{ rating: -1, comment: 'Too short' }]]);
});

test('the wizard moves forward and back, stops at its ends, and returns to the review with a reason', () => {
  const actor = createActor(orderWizardMachine).start();
  actor.send({ type: 'step.back' });
  expect(actor.getSnapshot().context.step).toBe('service');
  for (let i = 0; i < 9; i++) actor.send({ type: 'step.next' });
  expect(actor.getSnapshot().context.visited).toEqual(['service', 'cell', 'tests', 'files', 'review']);
  expect(actor.getSnapshot().context.left).toEqual(['service', 'cell', 'tests', 'files']);
  actor.send({ type: 'step.chosen', step: 'cell' });
  actor.send({ type: 'order.placed' });
  actor.send({ type: 'order.refused', reason: 'The price changed.' });
  expect(actor.getSnapshot().context).toMatchObject({ step: 'review', reason: 'The price changed.' });
});
