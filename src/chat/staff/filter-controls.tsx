import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { orderStatuses } from '#domain/order/life/status.ts';
import { useStatusName } from '../../order/staff/parts/status-name.ts';
import { type RoomFilter, shows } from './room-filter.ts';
import styles from './po-chat.module.css';

interface FilterControlsProps {
  filter: RoomFilter;
  onChange: (filter: RoomFilter) => void;
}

/** Controls that choose the rooms of the list, by what they need and by the status of their order. */
export function FilterControls({ filter, onChange }: FilterControlsProps) {
  const { t } = useTranslation('admin');
  const nameOf = useStatusName();
  const [showId, statusId] = [useId(), useId()];
  return (
    <div className={styles.filters}>
      <label htmlFor={showId}>{t('poChat.show')}</label>
      <select
        id={showId}
        value={filter.show}
        onChange={({ target }) => onChange({ ...filter, show: shows.find((each) => each === target.value) ?? 'all' })}
      >
        {shows.map((show) => (
          <option key={show} value={show}>
            {t(`poChat.shows.${show}`)}
          </option>
        ))}
      </select>
      <label htmlFor={statusId}>{t('orders.column.status')}</label>
      <select
        id={statusId}
        value={filter.status ?? ''}
        onChange={({ target }) => onChange({ ...filter, status: orderStatuses.find((each) => each === target.value) })}
      >
        <option value="">{t('poChat.anyStatus')}</option>
        {orderStatuses.map((status) => (
          <option key={status} value={status}>
            {nameOf(status)}
          </option>
        ))}
      </select>
    </div>
  );
}
