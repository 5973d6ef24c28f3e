import { useSearchParams } from 'react-router-dom';
import { FinderSection } from './finder-section.tsx';
import { TreeScreen } from './tree-screen.tsx';

/** The trees of the failure finder, or the one that the address names. */
export function FinderTab() {
  const [params] = useSearchParams();
  const treeId = params.get('tree');
  return treeId === null ? <FinderSection /> : <TreeScreen key={treeId} id={treeId} />;
}
