import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageRowsMost } from '#domain/ground/page-rows.ts';
import { editorsOf } from '#domain/order/life/colleagues.ts';
import { hasNavigatorPass } from '#domain/account/permissions.ts';
import type { CompanyUsersReply } from '#domain/account/wire/company.ts';
import type { Me } from '#domain/account/users.ts';
import { shareOrder } from '../calls/order-share.ts';
import type { Api } from '../../net/http.ts';
import { useSession } from '../../session/session-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { useRemote } from '../../shell/remote/remote.ts';
import { displayNameOf } from '../../i18n/display-name.ts';
import type { OrderView } from '../views/view-types.ts';
import { call } from '../../net/call.ts';
import styles from './share-dialog.module.css';

/** A colleague who may be chosen. */
interface ColleagueChoice {
  id: string;
  name: string;
}

/** Dialog in which the owner of a draft chooses the colleagues who edit it too. Saving can be undone. */
export function ShareDialog({ order, onClose }: { order: OrderView; onClose: () => void }) {
  const { t } = useTranslation('navigator');
  const { me } = useSession();
  const before = editorsOf(order).map(({ userId }) => userId);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(before));
  const [asked, setAsked] = useState(false);
  const remote = useRemote('colleagues', companyUsers);
  const choices = choicesOf(order, remote.value, me);
  const picked = choices.filter(({ id }) => chosen.has(id));
  const share = useShare(order.id);
  // Colleagues who have since left the company cannot be chosen.
  const isSame = picked.length === before.length && before.every((id) => chosen.has(id));
  const handleSave = () => {
    if (isSame) {
      setAsked(true);
      return;
    }
    onClose();
    void share(picked, before);
  };
  const isLoading = remote.value === undefined && remote.failure === undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('together.title')}
      description={t('together.text')}
      footer={
        <>
          <Button onClick={onClose}>{t(choices.length > 0 ? 'common:action.cancel' : 'close')}</Button>
          {choices.length > 0 && (
            <Button variant="primary" onClick={handleSave}>
              {t('together.save')}
            </Button>
          )}
        </>
      }
    >
      {isLoading && <Skeleton label={t('common:state.loading')} lines={3} shape="row" />}
      {remote.failure !== undefined && <Failure onRetry={remote.reload} />}
      {remote.value !== undefined && choices.length === 0 && <p>{t('together.nobody')}</p>}
      {choices.length > 0 && <Colleagues choices={choices} chosen={chosen} onChange={setChosen} />}
      <output>{asked && isSame && t(before.length === 0 ? 'together.nobodyChosen' : 'together.unchanged')}</output>
    </Dialog>
  );
}

/** Returns what shares a draft, and offers to share it as it was before. */
function useShare(orderId: string) {
  const { t, i18n } = useTranslation('navigator');
  const { ctx } = useSession();
  const send = (userIds: string[]) =>
    shareOrder(ctx, { orderId, userIds }).catch(() => {
      showNotice({ title: t('save.failed'), tone: 'danger' });
    });
  return async (picked: readonly ColleagueChoice[], before: string[]): Promise<void> => {
    await send(picked.map(({ id }) => id));
    const names = new Intl.ListFormat(i18n.language).format(picked.map(({ name }) => displayNameOf(t, name)));
    showNotice({
      title: picked.length === 0 ? t('together.alone') : t('together.shared', { names }),
      tone: 'ok',
      action: { label: t('undo'), run: () => void send(before) },
    });
  };
}

function Failure({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('navigator');
  return (
    <div className={styles.failure} role="alert">
      <p>{t('together.offline')}</p>
      <Button small onClick={onRetry}>
        {t('record.again')}
      </Button>
    </div>
  );
}

interface ColleaguesProps {
  choices: readonly ColleagueChoice[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

function Colleagues({ choices, chosen, onChange }: ColleaguesProps) {
  const { t } = useTranslation('navigator');
  const handleChoose = (id: string, isOn: boolean) => {
    const next = new Set(chosen);
    if (isOn) next.add(id);
    else next.delete(id);
    onChange(next);
  };
  return (
    <fieldset className={styles.choices}>
      <legend>{t('together.colleagues')}</legend>
      {choices.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={displayNameOf(t, name)}
          checked={chosen.has(id)}
          onChange={(isOn) => handleChoose(id, isOn)}
        />
      ))}
    </fieldset>
  );
}

/** Returns who may be chosen, by name: colleagues with the pass, and those on the list now. */
function choicesOf(order: OrderView, users: CompanyUsersReply['items'] | undefined, me: Me): ColleagueChoice[] {
  const choices = new Map(editorsOf(order).map(({ userId, userName }) => [userId, { id: userId, name: userName }]));
  for (const { id, display_name: name, role, plan } of users ?? []) {
    if (id !== me.id && hasNavigatorPass({ role, plan, company_id: me.company_id })) choices.set(id, { id, name });
  }
  return [...choices.values()].sort((a, b) => a.name.localeCompare(b.name));
}

/** Returns all users of the company. */
async function companyUsers(api: Api): Promise<CompanyUsersReply['items']> {
  const items: CompanyUsersReply['items'] = [];
  for (let page = 1; ; page++) {
    const reply = await call(api, 'GET /company_users', { query: { limit: pageRowsMost, page } });
    items.push(...reply.items);
    if (reply.items.length === 0 || items.length >= reply.total) return items;
  }
}
