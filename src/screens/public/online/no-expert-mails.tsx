import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { deactivateExpertNotification } from '../../../net/expert-notification.ts';
import { Refused } from '../../../net/errors.ts';
import { guestApi } from '../../../net/page-apis.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { PublicPage } from './public-page.tsx';
import styles from './public-page.module.css';

/** Target of the link in e-mails to experts. It needs a click on a button, because mail scanners open every link. */
export function NoExpertMailsScreen() {
  const { t } = useTranslation('public');
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const [state, setState] = useState<'ready' | 'busy' | 'done' | 'refused' | 'unreachable'>('ready');
  const switchOff = async () => {
    setState('busy');
    try {
      // Without a session: the e-mail's token authorizes the call.
      await deactivateExpertNotification(guestApi, token);
      setState('done');
    } catch (error) {
      setState(error instanceof Refused ? 'refused' : 'unreachable');
    }
  };
  if (token === '')
    return (
      <PublicPage name="noExpertMails" title={t('noExpertMails.invalid')} lead={t('noExpertMails.invalidText')}>
        {null}
      </PublicPage>
    );
  return (
    <PublicPage name="noExpertMails" title={t('noExpertMails.title')} lead={t('noExpertMails.text')}>
      <div className={styles.form}>
        <output>
          {state === 'done' && (
            <Banner tone="ok">
              {t('noExpertMails.done')}. {t('noExpertMails.doneText')}
            </Banner>
          )}
          {(state === 'refused' || state === 'unreachable') && (
            <Banner tone="danger">{t(`noExpertMails.${state}`)}</Banner>
          )}
        </output>
        {state !== 'done' && (
          <Button variant="primary" busy={state === 'busy'} onClick={() => void switchOff()}>
            {t(state === 'busy' ? 'noExpertMails.busy' : 'noExpertMails.button')}
          </Button>
        )}
      </div>
    </PublicPage>
  );
}
