import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import Settings2 from 'lucide-react/icons/settings-2';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { centerPath } from '../parts/entry-path.ts';
import { type LoadedSettings, useLoadedSettings } from './loaded-settings.tsx';
import { SaveBar } from './save-bar.tsx';
import { TabsPart } from './tabs-part.tsx';
import { useSettingsForm } from './use-settings-form.ts';
import center from '../parts/center.module.css';

/** Opens the dialog "tab settings": what the chat tabs show before the first question. */
export function SettingsButton() {
  const { t } = useTranslation('center');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Settings2 aria-hidden />} onClick={() => setOpen(true)}>
        {t('settings.tabSettings')}
      </Button>
      {isOpen && <TabSettings onClose={() => setOpen(false)} />}
    </>
  );
}

function TabSettings({ onClose }: { onClose: () => void }) {
  const { loaded, waiting } = useLoadedSettings();
  if (loaded === undefined) return <TabDialog onClose={onClose}>{waiting}</TabDialog>;
  return <TabForm loaded={loaded} onClose={onClose} />;
}

function TabForm({ loaded, onClose }: { loaded: LoadedSettings; onClose: () => void }) {
  const form = useSettingsForm(loaded);
  const { t } = useTranslation('center');
  return (
    <TabDialog onClose={onClose} footer={form.mayWrite ? <SaveBar form={form} onSaved={onClose} /> : undefined}>
      <div className={center.stack}>
        {!form.mayWrite && <Banner tone="neutral">{t('settings.readOnly')}</Banner>}
        <TabsPart form={form} />
      </div>
    </TabDialog>
  );
}

function TabDialog({ footer, ...rest }: { onClose: () => void; footer?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation('center');
  return (
    <Dialog
      open
      place="wide"
      title={t('settings.tabSettings')}
      description={<Link to={`${centerPath}/settings`}>{t('settings.all')}</Link>}
      footer={footer}
      {...rest}
    />
  );
}
