/** 1 general, 2 supplier, 3 spec, 4 benchmark, 5 expert, 6 order, 7 test result. The assistant replies in 1 to 4. */
export type RoomType = 1 | 2 | 3 | 4 | 5 | 6 | 7;

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

export function talksToAssistant(type: RoomType): type is 1 | 2 | 3 | 4 {
  return type <= 4;
}

/** Whether rooms of this type (orders and test results) are shown in the Navigator's messenger. */
export function belongsToNavigator(type: RoomType): boolean {
  return type >= 6;
}
