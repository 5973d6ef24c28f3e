import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import { exportsOf } from '#domain/order/protocol/step-list.ts';
import type { TestItem } from '#domain/order/data/tests.ts';
import { Button } from '../../ui/button.tsx';
import { useCopy } from '../../ui/copy.ts';
import { download } from '../../ui/download.ts';
import { useEditor } from '../editor/order-editor.ts';
import styles from './protocol-picture.module.css';

/** Takes the steps of a test along: as a PyBaMM experiment or as a file. Computed here, so it needs no connection. */
export function ProtocolExport({ item, name }: { item: TestItem; name: string }) {
  const { t } = useTranslation('navigator');
  const { doc } = useEditor();
  const copy = useCopy();
  const reason = useId();
  const { file, pybamm, missing } = exportsOf(doc, item);
  const isPreparation = item.type === 'Safety';
  const fields = missing.map((key) => t(`field.${key}`, { defaultValue: key })).join(', ');
  const state = missing.length === 0 ? {} : { 'aria-disabled': true, 'aria-describedby': reason };
  const handleCopy = () => {
    if (pybamm !== undefined) copy(pybamm);
  };
  const handleDownload = () => {
    if (file === undefined) return;
    const text = `${JSON.stringify(file, undefined, 2)}\n`;
    download(
      new Blob([text], { type: 'application/json' }),
      `${fileName(name)}-${isPreparation ? 'preparation' : 'steps'}.json`,
    );
  };
  return (
    <details className={styles.export}>
      <summary aria-label={t(isPreparation ? 'protocol.exportPreparationOf' : 'protocol.exportOf', { name })}>
        {t(isPreparation ? 'protocol.exportPreparation' : 'protocol.export')}
      </summary>
      {isPreparation && <p>{t('protocol.preparationOnly')}</p>}
      {missing.length > 0 && <p id={reason}>{t('protocol.missingExport', { fields })}</p>}
      <div className={styles.exports}>
        <Button small icon={<Copy aria-hidden />} onClick={handleCopy} {...state}>
          {t(isPreparation ? 'protocol.copyPybammPreparation' : 'protocol.copyPybamm')}
        </Button>
        <Button small icon={<Download aria-hidden />} onClick={handleDownload} {...state}>
          {t(isPreparation ? 'protocol.downloadPreparation' : 'protocol.downloadSteps')}
        </Button>
      </div>
    </details>
  );
}

/** "1-reference-parameter-test-rpt" of "1. Reference Parameter Test (RPT)". */
function fileName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}
