import { useMemo } from 'react';
import { type FileClaims, filesRead } from '#domain/chat/file-claims.ts';
import { useOrderRoom } from './order-room.ts';

/** Returns what the files of an order claim, as far as the server has read them; the same list while equal. */
export function useFileClaims(orderId: string): readonly FileClaims[] {
  const { room } = useOrderRoom(orderId);
  const text = JSON.stringify(filesRead(room));
  return useMemo(() => JSON.parse(text) as FileClaims[], [text]);
}
