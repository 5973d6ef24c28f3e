/** Number of messages that a room opens with, that a snapshot has, and that each further page of older ones has. */
export const messagePage = 50;
