/** The tables of a user's database in its first version, as they exist on devices: never change them. */
export const tablesOfVersion1 = {
  meta: '&key',
  rooms: '&id',
  messages: '&[roomId+page]',
  orders: '&id',
  knowledge: '&id',
  users: '&id',
  windows: '&roomId',
  outbox: '++b',
  progress: '&b',
  attention: '&cmdId',
  blobs: '&sha256',
  drafts: '&key',
  synclog: '++i',
};
