/** Messages that a page of a room has. */
export const messagePage = 50;
