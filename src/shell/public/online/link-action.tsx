import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Refused } from '../../../net/errors.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { PublicPage } from './public-page.tsx';
import styles from './public-page.module.css';

interface LinkActionProps {
  /** Key of its texts in public.json, also under `meta`. */
  name: 'noExpertMails' | 'undoEmailChange';
  /** Token of the link; empty if the link is incomplete. */
  token: string;
  /** The call that the token authorizes, without a session. */
  act: (token: string) => Promise<unknown>;
  /** Shown after it is done. */
  children?: ReactNode;
}

/** Target of a link in an e-mail. It needs a click on a button, because mail scanners open every link. */
export function LinkAction({ name, token, act, children }: LinkActionProps) {
  const { t } = useTranslation('public');
  const [state, setState] = useState<'ready' | 'busy' | 'done' | 'refused' | 'unreachable'>('ready');
  const handleClick = async () => {
    setState('busy');
    try {
      await act(token);
      setState('done');
    } catch (error) {
      setState(error instanceof Refused ? 'refused' : 'unreachable');
    }
  };
  if (token === '')
    return (
      <PublicPage name={name} title={t(`${name}.invalid`)} lead={t(`${name}.invalidText`)}>
        {null}
      </PublicPage>
    );
  return (
    <PublicPage name={name} title={t(`${name}.title`)} lead={state === 'done' ? undefined : t(`${name}.text`)}>
      <div className={styles.form}>
        <output>
          {state === 'done' && (
            <Banner tone="ok">
              {t(`${name}.done`)}. {t(`${name}.doneText`)}
            </Banner>
          )}
          {(state === 'refused' || state === 'unreachable') && <Banner tone="danger">{t(`${name}.${state}`)}</Banner>}
        </output>
        {state === 'done' && children}
        {state !== 'done' && (
          <Button variant="primary" busy={state === 'busy'} onClick={() => void handleClick()}>
            {t(state === 'busy' ? `${name}.busy` : `${name}.button`)}
          </Button>
        )}
      </div>
    </PublicPage>
  );
}
