import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import ShieldMinus from 'lucide-react/icons/shield-minus';
import ShieldPlus from 'lucide-react/icons/shield-plus';
import type { Colleague } from '../calls/company.ts';
import { codesIn } from '../../net/refusal-codes.ts';
import { useSession } from '../../session/session-context.tsx';
import { IconButton } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import { failureText } from '../../shell/remote/failure-text.ts';
import { call } from '../../net/call.ts';

/** Reasons for which a role cannot change: keys under `role.problem` of company.json. */
const problems = ['lastAdmin', 'ownPlan'] as const;

/** Makes a colleague an administrator of the company, or an administrator a member, after a question. */
export function RoleButton({ user, onChanged }: { user: Colleague; onChanged: () => void }) {
  const { t } = useTranslation('company');
  const { api } = useSession();
  const [isAsking, setAsking] = useState(false);
  const name = user.display_name;
  const next = user.role === 'COMPANY_ADMIN' ? 'USER' : 'COMPANY_ADMIN';
  const icon = next === 'USER' ? <ShieldMinus aria-hidden /> : <ShieldPlus aria-hidden />;
  const handleChange = () => {
    setAsking(false);
    call(api, 'PUT /company_users/:id', { params: { id: user.id }, body: { role: next } })
      .then(
        () => showNotice({ title: t(`role.${next}.done`, { name }), tone: 'ok' }),
        (error: unknown) => {
          const codes = codesIn(error);
          const known = problems.find((code) => codes.has(code));
          const title = known === undefined ? failureText(t, error) : t(`role.problem.${known}`);
          showNotice({ title, detail: name, tone: 'danger' });
        },
      )
      .finally(onChanged);
  };
  return (
    <>
      <IconButton label={t(`role.${next}.label`, { name })} icon={icon} onClick={() => setAsking(true)} />
      <FormDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t(`role.${next}.title`, { name })}
        description={t(`role.${next}.text`)}
        action={t(`role.${next}.sure`)}
        onAction={handleChange}
        icon={icon}
      />
    </>
  );
}
