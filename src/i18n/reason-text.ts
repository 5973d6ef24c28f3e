import { useCallback } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { dayEndOf } from './times.ts';
import type { Reason } from '../db/view-types.ts';

/** Returns a function that words a refusal in the reader's language. */
export function useReasonText(): (reason: Reason | null) => string {
  const { t, i18n } = useTranslation('chat');
  return useCallback((reason) => reasonTextOf(t, i18n.language, reason), [t, i18n]);
}

/** Words a refusal. The server's message is for programs, so it is never shown. */
export function reasonTextOf(t: TFunction<'chat'>, language: string, reason: Reason | null): string {
  if (reason === null) return t('reason.unknown');
  const { code } = reason;
  const text = t([`reason.${keyOfReason(reason)}`, `reason.${code}`, 'reason.other'], {
    code,
    dayEnd: dayEndOf(language, Date.now()),
    part: partIn(reason),
  });
  return filesIn(reason) + text;
}

/** Returns the names of the files that a refusal is about, as a prefix; empty without any. */
function filesIn({ details }: Reason): string {
  const files = typeof details === 'object' && details !== null && 'files' in details ? details.files : undefined;
  return Array.isArray(files) && files.length > 0 ? `${files.join(', ')}: ` : '';
}

/** Returns the part of an Office file that is not accepted; empty for another refusal. */
export function partIn({ details }: Reason): string {
  return typeof details === 'object' && details !== null && 'part' in details ? String(details.part) : '';
}

/** Whether a file was refused because it has more parts than the server looks at. */
export function isRefusedForParts({ details }: Reason): boolean {
  return typeof details === 'object' && details !== null && 'what' in details && details.what === 'too many parts';
}

/** Returns the key of the text. Each quota has its own text, because each has a different remedy. */
function keyOfReason({ code, details }: Reason): string {
  const facts = typeof details === 'object' && details !== null ? details : {};
  if (isRefusedForParts({ code, message: '', details })) return `${code}_parts`;
  if (code === 'FILE_TYPE' && partIn({ code, message: '', details }) !== '') return `${code}_part`;
  if (code === 'QUOTA_EXCEEDED' && 'quota' in facts) return `${code}_${String(facts.quota)}`;
  // The rule says who may do it instead.
  if (code === 'FORBIDDEN' && 'rule' in facts) return `${code}_${String(facts.rule)}`;
  // The order was a draft when its fields were changed, and no longer is.
  if (code === 'ILLEGAL_TRANSITION' && 'fields' in facts) return `${code}_fields`;
  return code;
}
