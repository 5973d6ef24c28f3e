import type { UserDb } from '../../db/schema.ts';
import type { MessageView } from '../../chat/views/view-types.ts';

/**
 * Versions of a question: it was asked again, as it was or in other words. One version is shown with its answer, the
 * newest unless the user has chosen another on this device.
 */

const prefix = 'branch:';

/** Chooses the version of a question to show. @param root the first version */
export async function chooseVersion(db: UserDb, root: string, questionId: string): Promise<void> {
  await db.transaction('rw!', db.drafts, async () =>
    db.drafts.put({ key: prefix + root, value: questionId, at: Date.now() }),
  );
}

/** Returns the chosen versions by first version. */
export async function chosenVersions(db: UserDb): Promise<ReadonlyMap<string, string>> {
  const rows = await db.transaction('r!', db.drafts, async () => db.drafts.where('key').startsWith(prefix).toArray());
  return new Map(rows.map(({ key, value }) => [key.slice(prefix.length), String(value)]));
}

/** Returns the messages without the versions that are not shown, and their answers. */
export function withoutOtherVersions(
  messages: readonly MessageView[],
  chosen: ReadonlyMap<string, string>,
): MessageView[] {
  const versions = versionsIn(messages);
  if (versions.size === 0) return [...messages];
  const hidden = new Set<string>();
  for (const [root, ids] of versions) {
    const wanted = chosen.get(root) ?? '';
    const shown = ids.includes(wanted) ? wanted : ids.at(-1);
    for (const id of ids) if (id !== shown) hidden.add(id);
  }
  return messages
    .filter(({ id, answer }) => !hidden.has(id) && !hidden.has(answer?.questionId ?? ''))
    .map((message) => {
      const ids = versions.get(rootOf(message));
      return ids?.includes(message.id) === true ? { ...message, versions: ids } : message;
    });
}

/** Returns the first version of a question. */
export function rootOf({ id, branchOf }: Pick<MessageView, 'id' | 'branchOf'>): string {
  return branchOf ?? id;
}

/** Returns the versions of each question that has several. Deleted and refused ones do not count. */
function versionsIn(messages: readonly MessageView[]): Map<string, string[]> {
  const roots = new Set(messages.flatMap(({ branchOf }) => branchOf ?? []));
  const asked = messages.filter(
    ({ id, branchOf, redacted, delivery }) =>
      (branchOf !== undefined || roots.has(id)) && redacted !== true && delivery !== 'refused',
  );
  const ids = new Map<string, string[]>();
  for (const message of asked) ids.set(rootOf(message), [...(ids.get(rootOf(message)) ?? []), message.id]);
  return new Map([...ids].filter(([, all]) => all.length > 1));
}
