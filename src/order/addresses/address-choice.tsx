import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import { type AddressKind, knownAddresses, sameAddress } from '#domain/order/life/address-book.ts';
import { ordersSeenBy } from '../views/order-views.ts';
import type { Api } from '../../net/http.ts';
import { useSession } from '../../session/session-context.tsx';
import { Select } from '../../ui/form/select.tsx';
import { useKeptRemote } from '../../shell/remote/kept-remote.ts';
import { useEditor } from '../editor/order-editor.ts';
import { call } from '../../net/call.ts';
import styles from './order-addresses.module.css';

/** Chooses an address that the company has used before, also offline; hidden while there is none. */
export function AddressChoice({ kind }: { kind: AddressKind }) {
  const { t } = useTranslation('navigator');
  const { db, me } = useSession();
  const { orderId, doc, choose } = useEditor();
  const own = useKeptRemote('own company', me.company_id === null ? noCompany : companyAddress);
  const orders = useLiveQuery(() => ordersSeenBy(db, me), [db, me]) ?? [];
  const others = orders.filter(
    ({ id, ownerId, companyId }) =>
      id !== orderId && (ownerId === me.id || (companyId !== null && companyId === me.company_id)),
  );
  const known = knownAddresses(kind, others, own.value ?? '');
  if (known.length === 0) return null;
  const present = doc[kind];
  const at =
    typeof present === 'string' ? known.findIndex(({ address }) => sameAddress(address) === sameAddress(present)) : -1;
  return (
    <div className={styles.choice}>
      <Select
        label={t(`addresses.known.${kind}`)}
        value={at === -1 ? '' : String(at)}
        placeholder={t('choose')}
        options={known.map(({ address }, index) => ({
          value: String(index),
          label: address
            .split('\n')
            .map((line) => line.trim())
            .filter(Boolean)
            .join(', '),
        }))}
        onChange={(chosen) => {
          for (const { path, value } of known[Number(chosen)]?.changes ?? []) choose(path, value);
        }}
      />
    </div>
  );
}

async function companyAddress(api: Api): Promise<string> {
  return (await call(api, 'GET /company_v2')).company_address ?? '';
}

const noCompany = () => Promise.resolve('');
