/** Longest texts of a chat, in characters. */

export const messageChars = 10_000;
export const questionChars = 2_000;
/** Length of a message in the list of rooms. */
export const previewChars = 140;
/** Length of a room's name made from its first message. */
export const titleChars = 60;
/** Length of a title that a user gives to a conversation. */
export const conversationTitleChars = 100;
