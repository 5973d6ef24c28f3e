/**
 * Returns the URL of a request in the form of the routes. The API is also served without `/api`. A URL that cannot be
 * decoded (`/%ff`) is not part of the API; elsewhere it is looked up as written and gets the page for unknown paths.
 */
export function addressOfRoute(url: string): string {
  const known = url.replace(/^\/(?=v[12]\/)/, '/api/');
  const [path = ''] = known.split('?', 1);
  if (path.startsWith('/api/') || isDecodable(path)) return known;
  return path.replaceAll('%', '%25') + known.slice(path.length);
}

/** Whether the percent-encoded parts are UTF-8. */
export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
