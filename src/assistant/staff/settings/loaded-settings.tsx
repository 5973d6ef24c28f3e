import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import type { SettingsReply } from '#domain/assistant/wire/assistant-settings.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { useReply } from '../../../shell/remote/remote.ts';
import { RemoteView } from '../../../shell/remote/remote-view.tsx';
import type { SettingsEdit } from './settings-edit.ts';
import { keptSettingsEdit } from './use-settings-form.ts';

/** Settings in force, and the text typed into them on this device. */
export interface LoadedSettings {
  current: SettingsReply;
  initial: SettingsEdit | null;
  reload: () => void;
}

/** Reads the settings. @returns them, or what is shown instead while they are read or cannot be */
export function useLoadedSettings():
  | { loaded: LoadedSettings; waiting?: undefined }
  | { loaded?: undefined; waiting: ReactNode } {
  const { t } = useTranslation();
  const { db } = useSession();
  const remote = useReply('GET /admin-api/assistant_settings');
  const kept = useLiveQuery(async () => ({ edit: await keptSettingsEdit(db) }), [db]);
  const { value, reload } = remote;
  if (value !== undefined && kept !== undefined) return { loaded: { current: value, initial: kept.edit, reload } };
  const skeleton = <Skeleton label={t('state.loading')} lines={3} shape="row" />;
  return {
    waiting: (
      <RemoteView remote={remote} words="admin">
        {() => skeleton}
      </RemoteView>
    ),
  };
}
