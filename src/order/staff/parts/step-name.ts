import { useTranslation } from 'react-i18next';

/** Returns a function that names a step as its button does. */
export function useStepName(): (event: string) => string {
  const { t } = useTranslation('admin');
  return (event) => t(`orders.step.${event}`, { defaultValue: event });
}
