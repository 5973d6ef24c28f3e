import { deletedName } from '#domain/account/users.ts';

/** Returns the name to display for a user; for a deleted account, the term for it in the reader's language. */
export function displayNameOf(t: (key: string) => string, name: string): string {
  return name === deletedName ? t('common:deletedAccount') : name;
}
