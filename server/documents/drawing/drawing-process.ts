import { drawings, type DrawingReply, type Drawings, type DrawingRequest } from './drawings.ts';

/** The process that draws documents, one after the other: see `draw-document.ts`. */

const say = (message: DrawingReply): void => void process.send?.(message);

// The server is gone.
process.once('disconnect', () => process.exit());

process.on('message', ({ n, name, data }: DrawingRequest) => {
  const draw = drawings[name] as (...of: Parameters<Drawings[typeof name]>) => Promise<Buffer>;
  draw(...data).then(
    (bytes) => say({ n, bytes }),
    (error: unknown) => say({ n, error }),
  );
});
