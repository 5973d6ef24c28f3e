import type { TFunction } from 'i18next';
import type { QnaCategoriesReply } from '#domain/assistant/wire/qnas.ts';
import { qnaStatuses } from '#domain/assistant/knowledge/qna/fields.ts';
import type { TableFilter } from '../../../staff/table/filter-menu.tsx';
import type { TableAddress } from '../../../staff/table/table-state.ts';

const isTrue = (value: string) => value === 'true';

/** Parameters that the address of the list of Q&As may have. */
export const qnaAddress: TableAddress = {
  sorted: ['id', 'question', 'category', 'status', 'check_by', 'updated_at'],
  sort: '-updated_at',
  filters: {
    category: (path) => /^[^,/]+(\/[^,/]+){0,2}$/.test(path),
    status: (value) => qnaStatuses.some((status) => status === value),
    check_due: isTrue,
    without_korean: isTrue,
    unsynced: isTrue,
  },
};

/** Returns the filters of the list. A name in a category's value is encoded, since it may have a comma or a slash. */
export function qnaFilters(t: TFunction<'admin'>, categories: QnaCategoriesReply | undefined): TableFilter[] {
  const paths = (categories?.large ?? []).flatMap(({ name, medium }) => [
    { value: encodeURIComponent(name), label: name },
    ...medium.map((inner) => ({
      value: `${encodeURIComponent(name)}/${encodeURIComponent(inner.name)}`,
      label: `${name} / ${inner.name}`,
    })),
  ]);
  return [
    { name: 'category', label: t('qna.column.category'), options: paths },
    {
      name: 'status',
      label: t('qna.column.status'),
      options: qnaStatuses.map((value) => ({ value, label: t(`qna.status.${value}`) })),
    },
    only('unsynced', t('qna.unsynced')),
    only('check_due', t('qna.checkDue')),
    only('without_korean', t('qna.withoutKorean')),
  ];
}

/** A filter that is on or off. */
const only = (name: string, label: string): TableFilter => ({
  name,
  isSwitch: true,
  label,
  options: [{ value: 'true', label }],
});
