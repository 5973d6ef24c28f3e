import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '#domain/users.ts';
import { announce } from '../../ui/notices.ts';

/** Notifies a user who was removed from their company while the app was open. */
export function useCompanyLeft(me: Me): void {
  const { t } = useTranslation();
  const last = useRef({ id: me.id, company: me.company });
  useEffect(() => {
    const before = last.current;
    last.current = { id: me.id, company: me.company };
    if (before.id !== me.id || before.company === null || me.company !== null) return;
    announce(t, 'companyLeft', { title: t('notice.companyLeft', { company: before.company.name }) });
  }, [me.id, me.company, t]);
}
