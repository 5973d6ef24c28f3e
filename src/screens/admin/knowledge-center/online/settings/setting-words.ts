import type { TFunction } from 'i18next';
import { type SettingField, settingFields, settingTabs } from '#domain/assistant/fields.ts';
import type { SettingProblem } from '#domain/assistant/problems.ts';
import type { SettingValue } from '#domain/assistant/fields.ts';

/** Names and values of settings in words; texts are in `center.json` under `settings`. */

/** Returns the name of a field; the name in the table for one that this version of the app does not know. */
export function nameOfSetting(t: TFunction<'center'>, name: string): string {
  const [tab = '', what = '', language = ''] = name.split('.');
  const found = settingTabs.find((each) => each.tab === tab);
  if (found === undefined) return t(`settings.field.${name}`, { defaultValue: name });
  return `${t(`test.chatTypes.${found.chatType}`)}: ${nameInTab(t, what, language)}`;
}

/** Returns the name of a field of a chat tab, such as "Title (Korean)". */
export function nameInTab(t: TFunction<'center'>, what: string, language: string): string {
  const name = t(`settings.tabField.${what}`);
  return language === '' ? name : t('settings.inLanguage', { name, language: t(`settings.language.${language}`) });
}

/** Returns a value in words. */
export function wordsOfSetting(t: TFunction<'center'>, language: string, name: string, value: SettingValue): string {
  const field = settingFields.find((each) => each.name === name);
  if (typeof value === 'number') return numberInWords(t, language, field, value);
  if (typeof value === 'boolean') return t(value ? 'settings.on' : 'settings.off');
  if (typeof value === 'string') return value === '' ? t('settings.product') : value;
  return value.map((row) => (typeof row === 'string' ? row : row.join(', '))).join('\n');
}

function numberInWords(
  t: TFunction<'center'>,
  language: string,
  field: SettingField | undefined,
  value: number,
): string {
  if (field?.kind !== 'number') return String(value);
  if (field.unit === 'share') return limitInWords(language, field, value);
  return `${limitInWords(language, field, value)} ${t(`settings.unit.${field.unit}`)}`;
}

/** Returns a limit of a number in words; its unit stands in the box. */
export function limitInWords(language: string, { unit }: SettingField & { kind: 'number' }, value: number): string {
  const format = unit === 'share' ? ({ style: 'percent', maximumFractionDigits: 2 } as const) : {};
  return new Intl.NumberFormat(language, format).format(value);
}

/** Returns the sentences for what is wrong with a field; undefined if nothing is. */
export function problemInWords(
  t: TFunction<'center'>,
  language: string,
  field: SettingField,
  value: SettingValue,
  problems: readonly SettingProblem[],
): string | undefined {
  const own = problems.filter(({ path }) => path === field.name || path.startsWith(`${field.name}/`));
  if (own.length === 0) return undefined;
  return own
    .slice(0, 5)
    .map(({ path, code, with: other }) => {
      const [, row, word] = path.split('/');
      const text = textAt(value, row, word);
      return t(`settings.problem.${code === 'TWICE' && field.kind === 'groups' ? 'TWICE_GROUP' : code}`, {
        ...limitsOf(language, field),
        row: Number(row ?? 0) + 1,
        text,
        other: code === 'TWICE' ? Number(other) + 1 : other,
      });
    })
    .join(' ');
}

function textAt(value: SettingValue, row: string | undefined, word: string | undefined): string {
  if (row === undefined || !Array.isArray(value)) return '';
  const at: string | readonly string[] = value[Number(row)] ?? '';
  return typeof at === 'string' ? at : (at[Number(word ?? 0)] ?? '');
}

function limitsOf(language: string, field: SettingField) {
  if (field.kind === 'number') {
    return { least: limitInWords(language, field, field.least), most: limitInWords(language, field, field.most) };
  }
  if (field.kind === 'text') return { most: field.most };
  if (field.kind === 'list') return { most: field.most, chars: field.chars };
  return field.kind === 'groups' ? { most: field.most, words: field.words, chars: field.chars } : {};
}
