/** 1 general, 2 supplier, 3 spec, 4 benchmark, 5 expert, 6 order, 7 test result. Types 1 to 4 talk to the assistant. */
export type RoomType = 1 | 2 | 3 | 4 | 5 | 6 | 7;

export function talksToAssistant(type: RoomType): type is 1 | 2 | 3 | 4 {
  return type <= 4;
}

/** Rooms of orders and results live in the Navigator's messenger. */
export function belongsToNavigator(type: RoomType): boolean {
  return type >= 6;
}
