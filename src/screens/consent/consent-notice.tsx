import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { consentCategories, type ConsentCategory } from '#domain/consent.ts';
import { storedConsent } from '../../net/stored-consent.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { chooseByCategory, closeConsentQuestion } from './consent-question.ts';
import { saveConsent } from './save-consent.ts';
import styles from './consent-notice.module.css';

/** The question about cookies: at the bottom of the window, which gets that much shorter, so that it covers nothing. */
export function ConsentNotice({ isChoosing }: { isChoosing: boolean }) {
  const { t } = useTranslation('consent');
  const id = useId();
  const notice = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [chosen, setChosen] = useState<readonly ConsentCategory[]>(() => storedConsent()?.categories ?? ['necessary']);
  useRoomBelow(notice);
  useEffect(() => {
    // Who asked for the categories is led to them; the question that comes by itself disturbs nobody.
    if (isChoosing) heading.current?.focus();
  }, [isChoosing]);
  const answer = (categories: readonly ConsentCategory[]) => {
    saveConsent(categories);
    closeConsentQuestion();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isChoosing) closeConsentQuestion();
  };
  return (
    <section ref={notice} className={styles.notice} role="dialog" aria-labelledby={id} onKeyDown={handleKey}>
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
    </section>
  );
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

/** Tells the page how much of the window's height is taken, for as long as it is. */
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
