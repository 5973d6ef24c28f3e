import { expect, test } from 'vitest';
import { at, provideServer } from '../../../support/servers/server.ts';

/** The profile of a user: name, phone number and language. */

const server = await provideServer();

const path = '/users/me/profile';

test('a user changes their name, phone number and language, and others see the new name', async () => {
  const [user, manager] = [await server.signIn('customer'), await server.signIn('admin')];
  const body = { display_name: '  Mina  Park ', phone: '+49 (170) 123-4567', language: 'ko' };
  const saved = await server.request(user, 'PUT', path, body);
  expect([saved.status, saved.body]).toEqual([
    200,
    {
      display_name: 'Mina Park',
      phone: '+491701234567',
      language: 'ko',
      email: at(saved.body, 'email'),
      has_password: false,
    },
  ]);
  expect((await server.request(user, 'GET', path)).body).toEqual(saved.body);
  const me = await server.request(user, 'GET', '/users/me');
  expect(me.body).toMatchObject({ display_name: 'Mina Park', phone: '+491701234567' });
  const seen = await server.request(manager, 'GET', `/users/email/${String(at(saved.body, 'email'))}`);
  expect(at(seen.body, 'display_name')).toBe('Mina Park');
  const log = await server.request(manager, 'GET', '/admin-api/audit?limit=5');
  expect(at(log.body, 'items')).toContainEqual(
    expect.objectContaining({ what: 'profile.changed', actor: user.user.id }),
  );
});

test('an empty phone number removes it; no name, a wrong number and an unknown language are refused', async () => {
  const user = await server.signIn('engineer');
  const body = { display_name: 'Jon', phone: '', language: 'en' };
  expect(at((await server.request(user, 'PUT', path, body)).body, 'phone')).toBeNull();
  const wrong = await server.request(user, 'PUT', path, { ...body, display_name: '  ', phone: '12' });
  expect([wrong.status, at(wrong.body, 'details')]).toEqual([
    422,
    [
      { path: 'display_name', code: 'required' },
      { path: 'phone', code: 'phone' },
    ],
  ]);
  expect((await server.request(user, 'PUT', path, { ...body, language: 'xx' })).status).toBe(400);
  // The address needs a proof, so it is no field of the profile.
  expect((await server.request(user, 'PUT', path, { ...body, email: 'other@test.vfp' })).status).toBe(400);
  expect(at((await server.request(user, 'GET', path)).body, 'display_name')).toBe('Jon');
});
