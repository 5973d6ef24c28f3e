import { takeInvitation, type InvitationLink } from './invitation-link.ts';
import { takeToken } from './link-token.ts';

/** Token of the link that opened the app. Imported before the rest of the app, which never sees it in the URL. */
export const tokenOfLink = takeToken(location.href, replaceAddress);

let invitation = takeInvitation(location.href, replaceAddress);

/** Returns the invitation of the link that opened the app, until it is used. */
export const invitationOfLink = (): InvitationLink | undefined => invitation;

/** Forgets the invitation once it is used, so that it does not fill a later sign-in. */
export function forgetInvitation(): void {
  invitation = undefined;
}

function replaceAddress(clean: string): void {
  history.replaceState(history.state, '', clean);
}
