import { useEffect, useRef, useState } from 'react';
import type { AssistantSettings, SettingField } from '#domain/assistant/fields.ts';
import { problemsWithSettings, type SettingProblem } from '#domain/assistant/problems.ts';
import { settingChanges, type SettingChange } from '#domain/assistant/settings.ts';
import { permissionsOf } from '#domain/permissions.ts';
import type { SettingsReply } from '#domain/protocol/assistant-settings.ts';
import { clearDraft, draftOf, saveDraft } from '../../../../../db/drafts.ts';
import type { UserDb } from '../../../../../db/schema.ts';
import { useFreshMe } from '../../../../../session/fresh-me.ts';
import { useSession } from '../../../../../session/session-context.tsx';
import { registerTypingSaver } from '../../../../../session/typing-kept.ts';
import { type SettingsEdit, settingsWith, typedIn, type TypedSetting } from './settings-edit.ts';

const key = 'assistant-settings';

/** Returns what was typed on this device; null when there is nothing. */
export async function keptSettingsEdit(db: UserDb): Promise<SettingsEdit | null> {
  return (await draftOf<SettingsEdit>(db, key)) ?? null;
}

/** The settings with what is typed into them, on this device until it is saved. */
export interface SettingsForm {
  /** The version in force. */
  current: SettingsReply;
  /** The settings as they would be saved. */
  settings: AssistantSettings;
  edit: SettingsEdit | null;
  changes: SettingChange[];
  problems: SettingProblem[];
  /** Another version came into force after the first field was typed. */
  isStale: boolean;
  mayWrite: boolean;
  typedIn: (field: SettingField) => TypedSetting;
  type: (field: SettingField, typed: TypedSetting) => void;
  /** Goes on from the version in force. @param kept names of the fields that stay as typed */
  keep: (kept: ReadonlySet<string>) => void;
  /** Forgets what was typed. */
  discard: () => void;
  /** Reads the version in force again. */
  reload: () => void;
}

/** State of the form. @param loaded the version in force, and what was left typed on this device */
export function useSettingsForm({
  current,
  initial,
  reload,
}: {
  current: SettingsReply;
  initial: SettingsEdit | null;
  reload: () => void;
}): SettingsForm {
  const { db } = useSession();
  const mayWrite = permissionsOf(useFreshMe()).includes('settings.write');
  const [edit, setEdit] = useState(initial);
  const saving = useRef(Promise.resolve());
  useEffect(() => registerTypingSaver(() => saving.current), []);
  const change = (next: SettingsEdit | null) => {
    setEdit(next);
    saving.current = next === null ? clearDraft(db, key) : saveDraft(db, key, next);
    // What is on the screen stays there; a reload asks again, see `registerTypingSaver`.
    saving.current.catch(() => undefined);
  };
  const typed = edit?.typed ?? {};
  const settings = settingsWith(current.settings, typed);
  return {
    current,
    settings,
    edit,
    changes: settingChanges(current.settings, settings),
    problems: problemsWithSettings(settings),
    isStale: edit !== null && edit.base !== current.version,
    mayWrite,
    typedIn: (field) => typedIn(field, current.settings, typed),
    type: (field, value) => {
      const { base, seen } = edit ?? { base: current.version, seen: current.settings };
      change({ base, seen, typed: { ...typed, [field.name]: value } });
    },
    keep: (kept) => {
      const rest = Object.entries(typed).filter(([name]) => kept.has(name));
      const { version: base, settings: seen } = current;
      change(rest.length === 0 ? null : { base, seen, typed: Object.fromEntries(rest) });
    },
    discard: () => change(null),
    reload,
  };
}
