import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { consentCategories, type ConsentCategory, type Consent } from '#domain/account/consent.ts';
import { storedConsent, storeConsent } from '../../net/stored-consent.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { useLayer } from '../../ui/use-layer.ts';
import { chooseByCategory, closeConsentQuestion } from './consent-question.ts';
import { pageApi } from '../../net/page-apis.ts';
import { followConsent } from '../../net/preferences.ts';
import type { Api } from '../../net/http.ts';
import { call } from '../../net/call.ts';
import styles from './consent-notice.module.css';

/** Cookie notice at the bottom of the window; the page is shortened by its height, so that it covers nothing. */
export function ConsentNotice({ isChoosing }: { isChoosing: boolean }) {
  const { t } = useTranslation('consent');
  const id = useId();
  const notice = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [chosen, setChosen] = useState<readonly ConsentCategory[]>(() => storedConsent()?.categories ?? ['necessary']);
  useRoomBelow(notice);
  useEscape(notice, isChoosing);
  useLayer(isChoosing, closeConsentQuestion);
  useEffect(() => {
    // Focused only when the user has opened the categories; the notice that opens by itself does not take the focus.
    if (isChoosing) heading.current?.focus();
  }, [isChoosing]);
  return (
    <dialog open ref={notice} className={styles.notice} aria-labelledby={id}>
      <div className={styles.inside}>
        <div className={styles.words}>
          <h2 ref={heading} id={id} tabIndex={-1}>
            {t(isChoosing ? 'choose.title' : 'ask.title')}
          </h2>
          <p>
            {t('ask.text')} <Link to="/privacy-policy">{t('ask.more')}</Link>
          </p>
        </div>
        {isChoosing && <Categories chosen={chosen} onChange={setChosen} />}
        <div className={styles.actions}>
          <Button onClick={() => answer(consentCategories)}>{t('action.all')}</Button>
          <Button onClick={() => answer(['necessary'])}>{t('action.required')}</Button>
          {isChoosing ? (
            <Button variant="primary" onClick={() => answer(chosen)}>
              {t('action.save')}
            </Button>
          ) : (
            <Button variant="ghost" onClick={chooseByCategory}>
              {t('action.manage')}
            </Button>
          )}
        </div>
      </div>
    </dialog>
  );
}

function answer(categories: readonly ConsentCategory[]): void {
  saveConsent(categories);
  closeConsentQuestion();
}

interface CategoriesProps {
  chosen: readonly ConsentCategory[];
  onChange: (chosen: readonly ConsentCategory[]) => void;
}

function Categories({ chosen, onChange }: CategoriesProps) {
  const { t } = useTranslation('consent');
  return (
    <ul className={styles.categories}>
      {consentCategories.map((category) => (
        <li key={category}>
          <Checkbox
            name={category}
            label={t(`category.${category}.name`)}
            checked={chosen.includes(category)}
            disabled={category === 'necessary'}
            onChange={(isOn) => onChange(chosen.filter((each) => each !== category).concat(isOn ? category : []))}
          />
          <p>{t(`category.${category}.text`)}</p>
        </li>
      ))}
    </ul>
  );
}

/** Escape closes the categories; the short question can be closed only by an answer. */
function useEscape(notice: RefObject<HTMLElement | null>, isChoosing: boolean): void {
  useEffect(() => {
    const element = notice.current;
    if (element === null || !isChoosing) return undefined;
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') closeConsentQuestion();
    };
    element.addEventListener('keydown', handleKey);
    return () => element.removeEventListener('keydown', handleKey);
  }, [notice, isChoosing]);
}

/** Sets `--taken-below` to the height of the notice while it is mounted. */
function useRoomBelow(notice: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = document.documentElement;
    const element = notice.current;
    if (element === null) return undefined;
    const watch = new ResizeObserver(() => root.style.setProperty('--taken-below', `${element.offsetHeight}px`));
    watch.observe(element);
    return () => {
      watch.disconnect();
      root.style.removeProperty('--taken-below');
    };
  }, [notice]);
}

/** Stores the consent on this device, where it takes effect at once, and tries to record it on the server. */
function saveConsent(categories: readonly ConsentCategory[]): void {
  // Specified: the recorded language is English, whatever language the notice is shown in.
  const consent = { id: storedConsent()?.id ?? crypto.randomUUID(), categories: [...categories], language: 'en' };
  storeConsent(consent);
  followConsent();
  putConsent(pageApi, consent).catch((error: unknown) => {
    // Specified: a failure is only logged, because the cookie is authoritative.
    // oxlint-disable-next-line no-console -- the browser has no other log
    console.warn('The choice about cookies could not be recorded on the server.', error);
  });
}

/** Stores a choice about cookies on the server. A repeat replaces the one with the same id. */
async function putConsent(api: Api, { id, categories, language }: Consent): Promise<void> {
  const body = { consent_id: id, categories: JSON.stringify(categories), language };
  await call(api, 'PUT /auth/banner/cookies', { body });
}
