/** Returns the address of a Q&A. */
export function entryPath(id: string): string {
  return `/admin/knowledges?open=${encodeURIComponent(id)}`;
}
