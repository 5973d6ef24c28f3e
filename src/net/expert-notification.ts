import type { Api } from './http.ts';

/** Ends letters about waiting messages for the expert whose letter brought this token. */
export async function deactivateExpertNotification(api: Api, token: string): Promise<void> {
  await api.json({ path: '/experts/deactivate-expert-notification', body: { token } });
}
