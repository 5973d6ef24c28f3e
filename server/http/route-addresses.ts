/**
 * The address of a request as the routes know it. The API answers without `/api` too. What cannot be decoded (`/%ff`) is
 * no address of the API; beside the API it is looked for as it is written, not found, and answered as every page is that
 * does not exist.
 */
export function addressOfRoute(url: string): string {
  const known = url.replace(/^\/(?=v[12]\/)/, '/api/');
  const [path = ''] = known.split('?', 1);
  if (path.startsWith('/api/') || isDecodable(path)) return known;
  return path.replaceAll('%', '%25') + known.slice(path.length);
}

/** Whether what stands in percents is UTF-8. */
export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
