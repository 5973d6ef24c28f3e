import { sql } from 'kysely';
import { isActive } from '../../session/active-users.ts';
import { type Actor, actorJson } from '../../session/users.ts';
import type { Part } from './part.ts';

interface UsersView {
  /** Returns another user whose account is active, whom the command has asked for. */
  get(id: string): Actor | undefined;
}

/** Other users, by id: what they may do. */
export const users: Part<string, UsersView, Actor[] | null> = {
  name: 'users',
  load: (ids) =>
    sql`(select json_agg(${actorJson}) from users u where u.id = any(${ids}::uuid[]) and ${isActive('u')})`,
  open: (rows) => {
    const byId = new Map(rows?.map((user) => [user.id, user]));
    return { view: { get: (id) => byId.get(id) } };
  },
};
