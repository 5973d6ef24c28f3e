import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import UserMinus from 'lucide-react/icons/user-minus';
import UserPlus from 'lucide-react/icons/user-plus';
import type { CompanyReply, CompanyUsersReply } from '#domain/account/wire/company.ts';
import { colleagues, countPages, type Colleague } from '../calls/company.ts';
import type { Api } from '../../net/http.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import { useNow } from '../../ui/now.ts';
import { failureText } from '../../shell/remote/failure-text.ts';
import { useRemote } from '../../shell/remote/remote.ts';
import { useMe, useSession } from '../../session/session-context.tsx';
import { ageOf } from '../../i18n/times.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { Invitations } from './invitations.tsx';
import { RoleButton } from './role-button.tsx';
import { RemoteView } from '../../shell/remote/remote-view.tsx';
import { call } from '../../net/call.ts';
import basics from '../../ui/basics.module.css';
import styles from './settings.module.css';

/** Members of the company, its invitations, and the licenses both use. */
export function CompanyUsers() {
  const { t } = useTranslation('company');
  const [page, setPage] = useState(1);
  const [isInviting, setInviting] = useState(false);
  const [changes, setChanges] = useState(0);
  const read = useCallback((api: Api) => usersOn(api, page), [page]);
  const users = useRemote(`colleagues ${page}`, read);
  const handleChanged = () => {
    users.reload();
    setChanges((count) => count + 1);
  };
  return (
    <section className={styles.section} aria-label={t('tab.users')}>
      <RemoteView remote={{ ...users, reload: handleChanged }} words="company">
        {(value) => (
          <>
            <Licenses company={value.company} onInvite={() => setInviting(true)} />
            <ul className={styles.list} aria-label={t('users.list')}>
              {value.items.map((user) => (
                <ColleagueRow key={user.id} user={user} onChanged={handleChanged} />
              ))}
            </ul>
            <Pages of={value} onTurn={setPage} />
            <Invitations changes={changes} onChanged={users.reload} above={users} />
          </>
        )}
      </RemoteView>
      {isInviting && (
        <InviteDialog
          onClose={() => setInviting(false)}
          onInvited={() => {
            setInviting(false);
            handleChanged();
          }}
        />
      )}
    </section>
  );
}

async function usersOn(api: Api, page: number) {
  const [own, users] = await Promise.all([call(api, 'GET /company_v2'), colleagues(api, page)]);
  return { ...users, company: own };
}

function Licenses({ company: own, onInvite }: { company: CompanyReply; onInvite: () => void }) {
  const { t } = useTranslation('company');
  const { licenses_used: used, company_license_limit: limit } = own;
  const isFull = used >= limit;
  return (
    <div className={styles.licenses}>
      <div className={styles.meter}>
        <strong>{t('users.licenses', { used, limit })}</strong>
        <progress
          className={basics.progress}
          value={Math.min(used, limit)}
          max={Math.max(limit, 1)}
          aria-label={t('users.licensesUsed')}
        />
        <small>{isFull ? t('users.full') : t('users.left', { count: limit - used })}</small>
      </div>
      <Button variant="primary" icon={<UserPlus aria-hidden />} disabled={isFull} onClick={onInvite}>
        {t('users.invite')}
      </Button>
    </div>
  );
}

function ColleagueRow({ user, onChanged }: { user: Colleague; onChanged: () => void }) {
  const { t, i18n } = useTranslation('company');
  const { api } = useSession();
  const me = useMe();
  const now = useNow();
  const [isAsking, setAsking] = useState(false);
  const name = user.display_name;
  const handleRemove = () => {
    setAsking(false);
    call(api, 'DELETE /company_users/:id', { params: { id: user.id } })
      .then(
        () => showNotice({ title: t('users.removed', { name }), tone: 'ok' }),
        (error: unknown) => showNotice({ title: failureText(t, error), detail: name, tone: 'danger' }),
      )
      .finally(onChanged);
  };
  const seen = user.last_seen_at;
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <strong>{name}</strong>
        <span>{user.email}</span>
        <span>
          {seen === null ? t('users.neverSeen') : t('users.seen', { age: ageOf(i18n.language, Date.parse(seen), now) })}
        </span>
      </div>
      <div className={styles.actions}>
        {user.role === 'COMPANY_ADMIN' && <Chip tone="info">{t('users.admin')}</Chip>}
        {user.id === me.id ? (
          <Chip>{t('users.you')}</Chip>
        ) : (
          <>
            <RoleButton user={user} onChanged={onChanged} />
            <IconButton
              label={t('users.remove', { name })}
              icon={<UserMinus aria-hidden />}
              onClick={() => setAsking(true)}
            />
          </>
        )}
      </div>
      <FormDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('users.removeTitle', { name })}
        description={t('users.removeText')}
        action={t('users.removeSure')}
        onAction={handleRemove}
        variant="danger"
        icon={<UserMinus aria-hidden />}
      />
    </li>
  );
}

function Pages({ of, onTurn }: { of: CompanyUsersReply; onTurn: (page: number) => void }) {
  const { t } = useTranslation('company');
  const { page } = of;
  const pages = countPages(of);
  if (pages === 1) return null;
  return (
    <nav className={styles.pages} aria-label={t('users.pages')}>
      <Button small disabled={page <= 1} onClick={() => onTurn(page - 1)}>
        {t('users.before')}
      </Button>
      <span>{t('users.page', { page, pages })}</span>
      <Button small disabled={page >= pages} onClick={() => onTurn(page + 1)}>
        {t('users.after')}
      </Button>
    </nav>
  );
}
