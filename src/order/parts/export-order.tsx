import { useTranslation } from 'react-i18next';
import FileDown from 'lucide-react/icons/file-down';
import { cleanFileName } from '#domain/ground/file-name.ts';
import { orderJsonText } from '#domain/order/fields/order-json.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { download } from '../../ui/download.ts';

interface ExportOrderProps {
  /** Name of the order, for the file. */
  name: string;
  doc: OrderDoc;
  /** Whether the button is only an icon. */
  isIcon?: boolean;
}

/** Button that downloads the design and the tests of an order as JSON. */
export function ExportOrder({ name, doc, isIcon = false }: ExportOrderProps) {
  const { t } = useTranslation('navigator');
  const save = () => {
    const file = new Blob([orderJsonText(doc)], { type: 'application/json' });
    download(file, cleanFileName(`${name}.json`));
  };
  if (isIcon)
    return <IconButton label={t('json.exportOne', { name })} icon={<FileDown aria-hidden />} onClick={save} />;
  return (
    <Button small icon={<FileDown aria-hidden />} onClick={save}>
      {t('json.export')}
    </Button>
  );
}
