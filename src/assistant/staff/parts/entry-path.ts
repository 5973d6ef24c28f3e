/** Address of the knowledge center. */
export const centerPath = '/admin/knowledges-center';

/** Returns the address of a Q&A. */
export function entryPath(id: string): string {
  return `/admin/knowledges?detail=${encodeURIComponent(id)}`;
}
