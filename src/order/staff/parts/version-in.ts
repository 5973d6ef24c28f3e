/** Returns the version of the order for which the server refused a command; 0 when it named none. */
export function versionIn(details: unknown): number {
  const version: unknown = Reflect.get(Object(details), 'version');
  return typeof version === 'number' ? version : 0;
}
