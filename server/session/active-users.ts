import { type RawBuilder, sql } from 'kysely';

/** SQL condition: the account is active. @param users name or alias of the table in the query */
export function isActive(users = 'users'): RawBuilder<boolean> {
  return sql`(${sql.ref(`${users}.disabled_at`)} is null and ${sql.ref(`${users}.status`)} <> 'DEACTIVATED')`;
}
