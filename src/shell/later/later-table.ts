import type { PagePath } from '../../routing/route-table.ts';

/** A page that is not built yet: its text (a key under `later` in common.json) and a link to use until then. */
export interface LaterRow {
  text: string;
  meanwhile: { text: string; to: string };
}

const toHistory = { text: 'later.toHistory', to: '/one-stop-order/history' };
const toMessages = { text: 'later.toMessages', to: '/admin/expert-chat-messages' };

export const laterRows: Partial<Record<PagePath, LaterRow>> = {
  '/one-stop-order/data-center': { text: 'dataCenter', meanwhile: toHistory },
  '/one-stop-order/data-gallery': { text: 'dataGallery', meanwhile: toHistory },
  '/admin': { text: 'adminHome', meanwhile: toMessages },
  '/admin/experts': { text: 'adminExperts', meanwhile: toMessages },
  '/admin/conversations': { text: 'adminConversations', meanwhile: toMessages },
  '/admin/conversations/:conversationId': { text: 'adminConversations', meanwhile: toMessages },
  '/admin/invoices': { text: 'adminInvoices', meanwhile: toMessages },
};
