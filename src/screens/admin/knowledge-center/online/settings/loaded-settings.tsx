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

interface LoadedSettingsProps {
  /** Puts what is shown instead of the form, while it is read, into a dialog. */
  frame?: (content: ReactNode) => ReactNode;
  children: Shown;
}

/** Reads the settings in force and what was typed into them on this device. */
export function LoadedSettings({ frame = (content) => content, children }: LoadedSettingsProps) {
  const { t } = useTranslation();
  const { db } = useSession();
  const remote = useRemote('assistant settings', assistantSettings);
  const kept = useLiveQuery(async () => ({ edit: await keptSettingsEdit(db) }), [db]);
  const { value, reload } = remote;
  if (value !== undefined && kept !== undefined)
    return <Form current={value} initial={kept.edit} reload={reload} shown={children} />;
  return frame(
    <RemoteView remote={remote} words="admin">
      {() => <Skeleton label={t('state.loading')} lines={3} shape="row" />}
    </RemoteView>,
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
