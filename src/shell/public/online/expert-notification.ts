import type { Api } from '../../../net/http.ts';

/** Stops the e-mails about waiting messages, for the expert whose e-mail contained this token. */
export async function deactivateExpertNotification(api: Api, token: string): Promise<void> {
  await api.json({ path: '/experts/deactivate-expert-notification', body: { token } });
}
