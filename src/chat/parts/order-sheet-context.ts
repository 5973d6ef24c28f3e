import { createContext, type ReactNode } from 'react';

/** Shows an order over its room. Provided by the app, so that the messenger does not depend on orders. */
export type ShowOrder = (orderId: string, onClose: () => void) => ReactNode;

export const OrderSheetContext = createContext<ShowOrder | null>(null);
