/** The types of rooms, by their number on the wire. The assistant replies in the first four, staff reply in the others. */
export const roomTypes = {
  general: 1,
  suppliers: 2,
  specifications: 3,
  benchmarking: 4,
  expert: 5,
  order: 6,
  result: 7,
} as const;

export type RoomType = (typeof roomTypes)[keyof typeof roomTypes];

/** The two sides of a room: its customer, and staff or the assistant. */
export type Side = 'user' | 'support';

/** The types of rooms in which staff reply. */
export const staffedTypes = [roomTypes.expert, roomTypes.order, roomTypes.result] as const;

/** Default names of rooms as the server stores them; the client translates them. */
export const roomNames: Record<RoomType, string> = {
  1: 'General',
  2: 'Suppliers',
  3: 'Specifications',
  4: 'Benchmarking',
  5: 'Chat with an expert',
  6: 'Order',
  7: 'Test result',
};

/** Whether the assistant replies in rooms of this type. */
export function talksToAssistant(type: RoomType): type is 1 | 2 | 3 | 4 {
  return type <= 4;
}

/** Returns the assistant's room type of a number from outside; any other number means the general one. */
export function chatTypeOf(type: number | undefined): 1 | 2 | 3 | 4 {
  return type === roomTypes.suppliers || type === roomTypes.specifications || type === roomTypes.benchmarking
    ? type
    : roomTypes.general;
}

/** Whether staff reply in rooms of this type, and see them without being members. */
export function isStaffed(type: RoomType): type is (typeof staffedTypes)[number] {
  return !talksToAssistant(type);
}

/** Whether rooms of this type (orders and test results) are shown in the Navigator's messenger. */
export function belongsToNavigator(type: RoomType): boolean {
  return type === roomTypes.order || type === roomTypes.result;
}
