import { useTranslation } from 'react-i18next';
import Copy from 'lucide-react/icons/copy';
import ExternalLink from 'lucide-react/icons/external-link';
import { IconButton } from '../../ui/button.tsx';
import { useCopy } from '../../ui/copy.ts';
import { isWebAddress } from './web-address.ts';
import styles from './source-link.module.css';

/** The web addresses among a source's URLs, each with a button that copies it. */
export function SourceLinks({ urls }: { urls: readonly string[] }) {
  return urls.filter(isWebAddress).map((url) => <SourceLink key={url} url={url} />);
}

function SourceLink({ url }: { url: string }) {
  const { t } = useTranslation('chat');
  const copy = useCopy();
  const { host } = new URL(url);
  return (
    <span className={styles.sourceLink}>
      <a href={url} target="_blank" rel="noopener noreferrer nofollow">
        {host}
        <ExternalLink aria-hidden />
      </a>
      <IconButton small label={t('sources.copyLink', { host })} icon={<Copy aria-hidden />} onClick={() => copy(url)} />
    </span>
  );
}
