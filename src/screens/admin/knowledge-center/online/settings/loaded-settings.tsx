import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import type { SettingsReply } from '#domain/protocol/assistant-settings.ts';
import { assistantSettings } from '../../../../../net/assistant-settings.ts';
import { useSession } from '../../../../../session/session-context.tsx';
import { Skeleton } from '../../../../../ui/skeleton.tsx';
import { useRemote } from '../../../../remote/remote.ts';
import { RemoteView } from '../../../../remote/remote-view.tsx';
import type { SettingsEdit } from './settings-edit.ts';
import { keptSettingsEdit, type SettingsForm, useSettingsForm } from './use-settings-form.ts';

type Shown = (form: SettingsForm) => ReactNode;

/** Reads the settings in force and what was typed into them on this device. */
export function LoadedSettings({ children }: { children: Shown }) {
  const { t } = useTranslation();
  const { db } = useSession();
  const remote = useRemote('assistant settings', assistantSettings);
  const kept = useLiveQuery(async () => ({ edit: await keptSettingsEdit(db) }), [db]);
  return (
    <RemoteView remote={remote} words="admin">
      {(current) =>
        kept === undefined ? (
          <Skeleton label={t('state.loading')} lines={3} shape="row" />
        ) : (
          <Form current={current} initial={kept.edit} reload={remote.reload} shown={children} />
        )
      }
    </RemoteView>
  );
}

interface FormProps {
  current: SettingsReply;
  initial: SettingsEdit | null;
  reload: () => void;
  shown: Shown;
}

function Form({ current, initial, reload, shown }: FormProps) {
  return shown(useSettingsForm(current, initial, reload));
}
