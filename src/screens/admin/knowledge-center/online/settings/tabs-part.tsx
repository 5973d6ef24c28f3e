import { useTranslation } from 'react-i18next';
import { settingLanguages, type SettingTab, settingTabs } from '#domain/assistant/fields.ts';
import { qnaCategories } from '../../../../../net/qnas.ts';
import { Checkbox } from '../../../../../ui/checkbox.tsx';
import { Chip } from '../../../../../ui/chip.tsx';
import { FieldNote } from '../../../../../ui/field.tsx';
import { useRemote } from '../../../../remote/remote.ts';
import { fieldNamed, SettingInput } from './setting-input.tsx';
import { nameInTab, problemInWords } from './setting-words.ts';
import type { SettingsForm } from './use-settings-form.ts';
import center from '../center.module.css';
import styles from './settings.module.css';

/** What each chat tab shows before the first question, and which categories it prefers. */
export function TabsPart({ form }: { form: SettingsForm }) {
  const { t } = useTranslation('center');
  return (
    <div className={center.stack}>
      <p className={styles.lead}>{t('settings.tabsText')}</p>
      {settingTabs.map(({ tab, chatType }, at) => {
        const count = form.changes.filter(({ name }) => name.startsWith(`${tab}.`)).length;
        const isWrong = form.problems.some(({ path }) => path.startsWith(`${tab}.`));
        return (
          <details key={tab} className={styles.tab} open={at === 0 || isWrong || undefined}>
            <summary>
              {t(`test.chatTypes.${chatType}`)}{' '}
              {count > 0 && <Chip tone="info">{t('settings.changes', { count })}</Chip>}
            </summary>
            <TabFields form={form} tab={tab} />
          </details>
        );
      })}
    </div>
  );
}

function TabFields({ form, tab }: { form: SettingsForm; tab: SettingTab }) {
  const { t, i18n } = useTranslation(['center', 'chat']);
  const shown = i18n.resolvedLanguage;
  return (
    <div className={center.stack}>
      <div className={styles.languages}>
        {settingLanguages.map((language) => {
          const own = (what: string) => (language === shown ? t(`chat:welcome.${tab}.${what}`) : t('settings.product'));
          const label = (what: string) => nameInTab(t, what, language);
          return (
            <div key={language} className={center.stack} lang={language}>
              <SettingInput
                form={form}
                name={`${tab}.title.${language}`}
                label={label('title')}
                placeholder={own('title')}
              />
              <SettingInput
                form={form}
                name={`${tab}.text.${language}`}
                label={label('text')}
                placeholder={own('text')}
                lines={2}
              />
              <SettingInput
                form={form}
                name={`${tab}.starters.${language}`}
                label={label('starters')}
                hint={t('settings.startersHint')}
                placeholder={language === shown ? ['a', 'b', 'c', 'd'].map(own).join('\n') : t('settings.product')}
                lines={6}
              />
            </div>
          );
        })}
      </div>
      <Categories form={form} name={`${tab}.categories`} />
    </div>
  );
}

/** The categories of the knowledge base, and those that were chosen and are not in it any more. */
function Categories({ form, name }: { form: SettingsForm; name: string }) {
  const { t, i18n } = useTranslation('center');
  const { value } = useRemote('qna categories', qnaCategories);
  const field = fieldNamed(name);
  const typed = form.typedIn(field);
  const chosen = Array.isArray(typed) ? typed.map(String) : [];
  const known = value?.large.map((category) => category.name) ?? [];
  const gone = chosen.filter((category) => !known.includes(category));
  const toggle = (category: string, is: boolean) =>
    form.type(field, is ? [...chosen, category] : chosen.filter((each) => each !== category));
  const error = problemInWords(t, i18n.language, field, chosen, form.problems);
  return (
    <fieldset className={styles.categories}>
      <legend>
        {t('settings.tabField.categories')}{' '}
        {form.changes.some((change) => change.name === name) && <Chip tone="info">{t('settings.changed')}</Chip>}
      </legend>
      <div>
        {[...known, ...gone].map((category) => (
          <Checkbox
            key={category}
            label={value !== undefined && gone.includes(category) ? t('settings.noEntries', { category }) : category}
            checked={chosen.includes(category)}
            disabled={!form.mayWrite}
            onChange={(is) => toggle(category, is)}
          />
        ))}
      </div>
      <FieldNote hint={t('settings.categoriesHint')} error={error} />
    </fieldset>
  );
}
