import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button, buttonRow } from '../../../ui/button.tsx';
import { openConsentChoice } from '../../consent/consent-question.ts';
import { listOf } from './lists.ts';
import { PublicPage, PublicSection } from './public-page.tsx';
import { storedThings, type StoredThing } from './stored-things.ts';
import { hiddenOnPhone } from '../../../ui/visually-hidden.tsx';
import styles from './public-page.module.css';

/** Privacy policy: what is stored, where, for how long, who reads it, and how it is deleted. */
export function PrivacyScreen() {
  const { t } = useTranslation('public');
  return (
    <PublicPage name="privacy" title={t('privacy.title')} lead={t('privacy.lead')}>
      <PublicSection title={t('privacy.who.title')}>
        <LinkedText text={t('privacy.who.text')} />
      </PublicSection>
      <Points name="account" />
      <Points name="work" />
      <PublicSection id="cookies" title={t('privacy.device.title')}>
        <p>{t('privacy.device.text')}</p>
        <StoredTable />
        <p>{t('privacy.device.fingerprintNote')}</p>
        <div className={buttonRow}>
          <Button onClick={openConsentChoice}>{t('privacy.device.change')}</Button>
        </div>
      </PublicSection>
      <PublicSection title={t('privacy.record.title')}>
        <p>{t('privacy.record.text')}</p>
      </PublicSection>
      <PublicSection title={t('privacy.sharing.title')}>
        <p>{t('privacy.sharing.text')}</p>
      </PublicSection>
      <PublicSection title={t('privacy.rights.title')}>
        <LinkedText text={t('privacy.rights.text')} />
      </PublicSection>
    </PublicPage>
  );
}

/** Renders a text in which `<1>…</1>` links to the contact page. */
function LinkedText({ text }: { text: string }) {
  const [before = '', words = '', after = ''] = text.split(/<\/?1>/);
  return (
    <p>
      {before}
      <Link to="/contact_us">{words}</Link>
      {after}
    </p>
  );
}

function Points({ name }: { name: 'account' | 'work' }) {
  const { t } = useTranslation('public');
  return (
    <PublicSection title={t(`privacy.${name}.title`)}>
      <ul className={styles.bullets}>
        {listOf<string>(t, `privacy.${name}.items`).map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </PublicSection>
  );
}

const columns = ['name', 'purpose', 'life', 'category'] as const;

function StoredTable() {
  const { t } = useTranslation('public');
  return (
    <div className={styles.table}>
      <table>
        <caption>{t('privacy.device.caption')}</caption>
        <thead className={hiddenOnPhone}>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`privacy.device.columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {storedThings.map((thing) => (
            <StoredRow key={`${thing.kind} ${thing.name}`} thing={thing} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function StoredRow({ thing: { name, purpose, life, category } }: { thing: StoredThing }) {
  const { t } = useTranslation(['public', 'consent']);
  return (
    <tr>
      <th scope="row">
        <code>{name}</code>
      </th>
      <td>{t(`privacy.device.purpose.${purpose}`)}</td>
      <td>
        {typeof life === 'number' ? t('privacy.device.life.days', { count: life }) : t(`privacy.device.life.${life}`)}
      </td>
      <td>{t(`consent:category.${category}.name`)}</td>
    </tr>
  );
}
