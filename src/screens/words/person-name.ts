import { deletedName } from '#domain/users.ts';

/** What somebody is called on a screen: whose account was deleted, by the word for it in the reader's language. */
export function personName(t: (key: string) => string, name: string): string {
  return name === deletedName ? t('common:deletedAccount') : name;
}
