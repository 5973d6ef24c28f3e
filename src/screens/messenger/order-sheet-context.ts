import { createContext, type ReactNode } from 'react';

/** Shows an order over its conversation. Given from above, so that conversations know nothing of orders. */
export type ShowOrder = (orderId: string, onClose: () => void) => ReactNode;

export const OrderSheetContext = createContext<ShowOrder | null>(null);
