import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AssistantSettings, type SettingField, settingFields } from '#domain/assistant/fields.ts';
import { isSameSetting, settingOf } from '#domain/assistant/settings.ts';
import { permissionsOf } from '#domain/account/permissions.ts';
import type { SettingsReply } from '#domain/assistant/wire/assistant-settings.ts';
import { clearDraft, draftOf, saveDraft } from '../../../db/drafts.ts';
import type { UserDb } from '../../../db/schema.ts';
import { Refused } from '../../../net/errors.ts';
import { useFreshMe } from '../../../session/fresh-me.ts';
import { useSession } from '../../../session/session-context.tsx';
import { registerTypingSaver } from '../../../session/typing-kept.ts';
import { showNotice } from '../../../ui/notice/notice.tsx';
import { remoteFailureOf } from '../../../shell/remote/remote.ts';
import { useKeyedWrite } from '../../../staff/keyed-write.ts';
import { allowsSetting, type SettingsEdit, settingsWith, typedIn, type TypedSetting } from './settings-edit.ts';
import { call } from '../../../net/call.ts';

const key = 'assistant-settings';

/** Returns what was typed on this device; null when there is nothing. */
export async function keptSettingsEdit(db: UserDb): Promise<SettingsEdit | null> {
  return (await draftOf<SettingsEdit>(db, key)) ?? null;
}

/** Settings with the text typed into them, on this device until it is saved. */
export interface SettingsForm {
  /** The version in force. */
  current: SettingsReply;
  /** The settings as they would be saved. */
  settings: AssistantSettings;
  /** Fields that differ from the version in force, and those whose value is not allowed. */
  changed: readonly SettingField[];
  wrong: readonly SettingField[];
  isTyped: boolean;
  /** Another version came into force after the first field was typed. */
  isStale: boolean;
  mayWrite: boolean;
  isBusy: boolean;
  /** Reason why the last try to save failed. */
  problem: string | undefined;
  typedIn: (field: SettingField) => TypedSetting;
  type: (field: SettingField, typed: TypedSetting) => void;
  /** Forgets what was typed. */
  discard: () => void;
  /** @returns whether it was saved */
  save: () => Promise<boolean>;
}

/** State of the form. @param loaded the version in force, and the text left typed on this device */
export function useSettingsForm({
  current,
  initial,
  reload,
}: {
  current: SettingsReply;
  initial: SettingsEdit | null;
  reload: () => void;
}): SettingsForm {
  const { t } = useTranslation(['center', 'admin']);
  const { api, db } = useSession();
  const mayWrite = permissionsOf(useFreshMe()).includes('settings.write');
  const [edit, setEdit] = useState(initial);
  const saving = useRef(Promise.resolve());
  useEffect(() => registerTypingSaver(() => saving.current), []);
  const change = (next: SettingsEdit | null) => {
    setEdit(next);
    saving.current = next === null ? clearDraft(db, key) : saveDraft(db, key, next);
    // If this fails, the text stays on the screen, and a reload learns of it through `registerTypingSaver`.
    saving.current.catch(() => undefined);
  };
  const write = useKeyedWrite((error) => {
    if (!(error instanceof Refused)) return t(`admin:orders.failed.${remoteFailureOf(error).kind}`);
    if (error.code !== 'STALE') return t(`refused.${error.code === 'FORBIDDEN' ? 'FORBIDDEN' : 'INVALID'}`);
    reload();
    return undefined;
  });
  const typed = edit?.typed ?? {};
  const settings = settingsWith(current.settings, typed);
  return {
    current,
    settings,
    changed: settingFields.filter(
      (each) => !isSameSetting(settingOf(current.settings, each), settingOf(settings, each)),
    ),
    wrong: settingFields.filter((field) => !allowsSetting(field, settingOf(settings, field))),
    isTyped: edit !== null,
    isStale: edit !== null && edit.base !== current.version,
    mayWrite,
    isBusy: write.isBusy,
    problem: write.problem,
    typedIn: (field) => typedIn(field, current.settings, typed),
    type: (field, value) => change({ base: edit?.base ?? current.version, typed: { ...typed, [field.name]: value } }),
    discard: () => change(null),
    save: async () => {
      const body = { replaces: current.version, settings };
      const save = (id: string) => call(api, 'POST /admin-api/assistant_settings', { body, key: id });
      if ((await write.run(body, save)) === undefined) return false;
      change(null);
      reload();
      showNotice({ title: t('settings.saved'), tone: 'ok' });
      return true;
    },
  };
}
