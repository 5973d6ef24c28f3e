import { demoPassword } from '../../../server/demo/users.ts';

/** Calls of the running product over HTTP, as a demo user on a device of its own. */
export type Post = (path: string, body: object) => Promise<unknown>;

const triesWhileBusy = 5;

/** Signs in. @returns a function that posts to a route and returns the reply; it throws what the server refuses */
export async function callsOf(url: string, email: string): Promise<Post> {
  const post = async (path: string, body: object, more: Record<string, string>): Promise<unknown> => {
    const headers = { 'content-type': 'application/json', 'x-device-id': 'd'.repeat(64), ...more };
    const send = () => fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    let reply = await send();
    // Beside other tests the database may be too slow for a call, which then has had no effect.
    for (let i = 0; i < triesWhileBusy && reply.status === 503; i++) reply = await send();
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return await reply.json();
  };
  const { accessToken } = (await post('/auth/login', { email, password: demoPassword }, {})) as { accessToken: string };
  return (path, body) => post(path, body, { authorization: `Bearer ${accessToken}` });
}
