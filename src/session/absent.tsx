import type { ReactNode } from 'react';
import CloudOff from 'lucide-react/icons/cloud-off';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { useAbsence } from './arrival.tsx';
import { OtherAccount } from './other-account.tsx';

interface AbsenceTexts {
  title: string;
  text: string;
}

interface AbsentProps {
  /** Words for the case that the server has no such row for this account. */
  unknown: AbsenceTexts;
  /** Words for the case without a connection, where that is not known. */
  notHere: AbsenceTexts;
  /** A way on, below either. */
  children?: ReactNode;
}

/** In place of the order or conversation that an address names and this device does not have. */
export function Absent({ unknown, notHere, children }: AbsentProps) {
  const absence = useAbsence();
  // Until the pull has ended, nothing is missing.
  if (absence === 'coming') return null;
  if (absence === 'unknown')
    return (
      <OtherAccount title={unknown.title}>
        {unknown.text} {children}
      </OtherAccount>
    );
  return (
    <EmptyState icon={<CloudOff />} title={notHere.title}>
      {notHere.text} {children}
    </EmptyState>
  );
}
