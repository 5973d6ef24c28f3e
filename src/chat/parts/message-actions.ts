import type { MessageView } from '../views/view-types.ts';

export interface MessageActions {
  onRetry: (message: MessageView) => void;
  onEdit: (message: MessageView) => void;
  onDiscard: (message: MessageView) => void;
  /** Opens a message's menu; without it there is none. Must be stable between renders. */
  onMenu?: ((message: MessageView) => void) | undefined;
}
