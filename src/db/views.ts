export { messagesOf } from './message-views.ts';
export { deletedRoomIds, roomOf, roomsOf, unreadByOrder, unreadOf } from './room-views.ts';
export { confirmedOrders, orderOf, ordersAndTemplatesOf, ordersInNeed, ordersOf, templatesOf } from './order-views.ts';
export { waitingCount, waitingOf } from './waiting-view.ts';
export { sideOfMe } from './project-room.ts';
